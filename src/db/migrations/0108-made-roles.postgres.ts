import { Migration } from '@mikro-orm/migrations';

/** Roles that organizations make, and their holders. Who may do what is remembered until one of them changes. */
export class MadeRolesPostgres extends Migration {
  override up(): void {
    this.addSql(
      'create table "made_role" ("id" uuid not null, "organization_id" uuid not null, "name" text not null, "operations" jsonb not null, "place_ids" jsonb null, "date_created" timestamptz not null, "date_modified" timestamptz not null, constraint "made_role_pkey" primary key ("id"));',
    );
    this.addSql('create index "made_role_organization_id_index" on "made_role" ("organization_id");');
    this.addSql(
      'create table "user_made_role" ("user_id" uuid not null, "role_id" uuid not null, constraint "user_made_role_pkey" primary key ("user_id", "role_id"));',
    );
    this.addSql('create index "user_made_role_role_id_index" on "user_made_role" ("role_id");');
    this.addSql(
      'alter table "made_role" add constraint "made_role_organization_id_foreign" foreign key ("organization_id") references "node" ("id") on update cascade on delete cascade;',
    );
    this.addSql(
      'alter table "user_made_role" add constraint "user_made_role_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on update cascade on delete cascade;',
    );
    this.addSql(
      'alter table "user_made_role" add constraint "user_made_role_role_id_foreign" foreign key ("role_id") references "made_role" ("id") on update cascade on delete cascade;',
    );
    for (const table of ['made_role', 'user_made_role']) {
      for (const when of ['insert', 'delete', 'update']) {
        this.addSql(
          `create trigger "count_${table}_${when}" after ${when} on "${table}" for each row execute function "count_change"();`,
        );
      }
    }
  }
}
