import { Migration } from '@mikro-orm/migrations';

export class TrashPostgres extends Migration {
  override up(): void {
    this.addSql(
      'create table "trash_entry" ("id" uuid not null, "organization_id" uuid not null, "type" varchar(255) not null, "name" text not null, "parent_id" uuid null, "place" jsonb not null, "order" int not null default 0, "pages" int not null default 0, "freed_credits" int not null default 0, "user" text not null, "date_trashed" timestamptz not null, constraint "trash_entry_pkey" primary key ("id"));',
    );
    this.addSql('create index "trash_entry_date_trashed_index" on "trash_entry" ("date_trashed");');
    this.addSql(
      'create index "trash_entry_organization_id_date_trashed_index" on "trash_entry" ("organization_id", "date_trashed");',
    );
    this.addSql(
      'alter table "trash_entry" add constraint "trash_entry_organization_id_foreign" foreign key ("organization_id") references "node" ("id") on update cascade on delete cascade;',
    );
    this.addSql('alter table "picture" add column "date_trashed" timestamptz null;');
    this.addSql('alter table "image" add column "is_paid" boolean not null default false;');
    this.addSql(
      `update "image" set "is_paid" = true
        where "first_activated_at" is not null
          and exists (select 1 from "node" n join "organization" o on o."id" = n."organization_id"
                       where n."id" = "image"."id" and o."account_type" in ('Demo', 'Prepaid'));`,
    );
  }
}
