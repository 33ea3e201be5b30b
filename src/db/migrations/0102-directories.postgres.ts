import { Migration } from '@mikro-orm/migrations';

/** Users and groups that directories of companies keep up to date. */
export class DirectoriesPostgres extends Migration {
  override up(): void {
    this.addSql(
      'create table "directory_user" ("user_id" uuid not null, "organization_id" uuid not null, "user_name" text not null, "user_name_key" varchar(255) not null, "external_id" varchar(255) null, "display_name" text null, constraint "directory_user_pkey" primary key ("user_id"));',
    );
    this.addSql(
      'create index "directory_user_organization_id_external_id_index" on "directory_user" ("organization_id", "external_id");',
    );
    this.addSql(
      'alter table "directory_user" add constraint "directory_user_organization_id_user_name_key_unique" unique ("organization_id", "user_name_key");',
    );
    this.addSql(
      'create table "directory_group" ("id" uuid not null, "organization_id" uuid not null, "name" text not null, "name_key" varchar(255) not null, "external_id" varchar(255) null, "date_created" timestamptz not null, "date_modified" timestamptz not null, constraint "directory_group_pkey" primary key ("id"));',
    );
    this.addSql(
      'alter table "directory_group" add constraint "directory_group_organization_id_name_key_unique" unique ("organization_id", "name_key");',
    );
    this.addSql(
      'create table "directory_member" ("group_id" uuid not null, "user_id" uuid not null, constraint "directory_member_pkey" primary key ("group_id", "user_id"));',
    );
    this.addSql('create index "directory_member_user_id_index" on "directory_member" ("user_id");');
    this.addSql(
      'alter table "directory_user" add constraint "directory_user_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on update cascade on delete cascade;',
    );
    this.addSql(
      'alter table "directory_user" add constraint "directory_user_organization_id_foreign" foreign key ("organization_id") references "node" ("id") on update cascade on delete cascade;',
    );
    this.addSql(
      'alter table "directory_group" add constraint "directory_group_organization_id_foreign" foreign key ("organization_id") references "node" ("id") on update cascade on delete cascade;',
    );
    this.addSql(
      'alter table "directory_member" add constraint "directory_member_group_id_foreign" foreign key ("group_id") references "directory_group" ("id") on update cascade on delete cascade;',
    );
    this.addSql(
      'alter table "directory_member" add constraint "directory_member_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on update cascade on delete cascade;',
    );
  }
}
