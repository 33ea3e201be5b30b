import { Migration } from '@mikro-orm/migrations';

/** Authenticators, passkeys, recovery codes, and who has to have them. */
export class SecondFactorsPostgres extends Migration {
  override up(): void {
    this.addSql(
      'create table "authenticator" ("user_id" uuid not null, "secret_cipher" text not null, "last_step" int not null, "date_created" timestamptz not null, constraint "authenticator_pkey" primary key ("user_id"));',
    );
    this.addSql(
      'alter table "authenticator" add constraint "authenticator_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on update cascade on delete cascade;',
    );
    this.addSql(
      'create table "passkey" ("id" uuid not null, "user_id" uuid not null, "name" text not null, "credential_id" text not null, "public_key" text not null, "counter" bigint not null, "host" text not null, "transports" jsonb not null, "date_created" timestamptz not null, "date_last_used" timestamptz null, constraint "passkey_pkey" primary key ("id"));',
    );
    this.addSql(
      'alter table "passkey" add constraint "passkey_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on update cascade on delete cascade;',
    );
    this.addSql(
      'alter table "passkey" add constraint "passkey_credential_id_unique" unique ("credential_id");',
    );
    this.addSql(
      'create table "recovery_code" ("code_hash" varchar(255) not null, "user_id" uuid not null, "date_created" timestamptz not null, constraint "recovery_code_pkey" primary key ("code_hash"));',
    );
    this.addSql(
      'alter table "recovery_code" add constraint "recovery_code_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on update cascade on delete cascade;',
    );
    this.addSql(
      'create table "second_factor_rule" ("organization_id" uuid not null, "roles" jsonb not null, "emergency_user_id" uuid null, constraint "second_factor_rule_pkey" primary key ("organization_id"));',
    );
    this.addSql(
      'alter table "second_factor_rule" add constraint "second_factor_rule_organization_id_foreign" foreign key ("organization_id") references "node" ("id") on update cascade on delete cascade;',
    );
    this.addSql(
      'alter table "second_factor_rule" add constraint "second_factor_rule_emergency_user_id_foreign" foreign key ("emergency_user_id") references "user_account" ("id") on update cascade on delete set null;',
    );
  }
}
