import { Migration } from '@mikro-orm/migrations';

/** Providers of single sign-on, whom they know, and the sessions that they began. */
export class SingleSignOnPostgres extends Migration {
  override up(): void {
    this.addSql(
      'create table "sign_in_provider" ("id" uuid not null, "organization_id" uuid not null, "name" text not null, "issuer" text not null, "client_id" text not null, "client_secret_cipher" text null, "mode" varchar(255) not null, "is_offered" boolean not null, "rules" jsonb not null, "emergency_user_id" uuid null, "last_trial" jsonb null, "date_created" timestamptz not null, "date_modified" timestamptz not null, constraint "sign_in_provider_pkey" primary key ("id"));',
    );
    this.addSql(
      'alter table "sign_in_provider" add constraint "sign_in_provider_organization_id_foreign" foreign key ("organization_id") references "node" ("id") on update cascade on delete cascade;',
    );
    this.addSql(
      'alter table "sign_in_provider" add constraint "sign_in_provider_emergency_user_id_foreign" foreign key ("emergency_user_id") references "user_account" ("id") on update cascade on delete set null;',
    );
    this.addSql(
      'create table "external_identity" ("id" uuid not null, "provider_id" uuid not null, "subject" varchar(255) not null, "user_id" uuid not null, "date_created" timestamptz not null, constraint "external_identity_pkey" primary key ("id"));',
    );
    this.addSql(
      'alter table "external_identity" add constraint "external_identity_provider_id_subject_unique" unique ("provider_id", "subject");',
    );
    this.addSql(
      'alter table "external_identity" add constraint "external_identity_provider_id_foreign" foreign key ("provider_id") references "sign_in_provider" ("id") on update cascade on delete cascade;',
    );
    this.addSql(
      'alter table "external_identity" add constraint "external_identity_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on update cascade on delete cascade;',
    );
    this.addSql(
      'create table "sign_in_session" ("token_id" uuid not null, "provider_id" uuid not null, "subject" varchar(255) not null, "sid" varchar(255) null, constraint "sign_in_session_pkey" primary key ("token_id"));',
    );
    this.addSql(
      'alter table "sign_in_session" add constraint "sign_in_session_token_id_foreign" foreign key ("token_id") references "access_token" ("id") on update cascade on delete cascade;',
    );
    this.addSql(
      'alter table "sign_in_session" add constraint "sign_in_session_provider_id_foreign" foreign key ("provider_id") references "sign_in_provider" ("id") on update cascade on delete cascade;',
    );
  }
}
