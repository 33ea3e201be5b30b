import { Migration } from '@mikro-orm/migrations';

/** Web addresses that are asked regularly whether they answer, and the organizations that want it. */
export class WatchedLinksPostgres extends Migration {
  override up(): void {
    this.addSql('alter table "organization" add column "watches_links" boolean not null default false;');
    this.addSql(
      'create table "watched_link" ("id" varchar(255) not null, "organization_id" uuid not null, "url" text not null, "node_id" uuid not null, "failures" int not null default 0, "last_status" int null, "date_failed" timestamptz null, "next_check" timestamptz not null, constraint "watched_link_pkey" primary key ("id"));',
    );
    this.addSql('create index "watched_link_next_check_index" on "watched_link" ("next_check");');
    this.addSql('create index "watched_link_organization_id_index" on "watched_link" ("organization_id");');
    this.addSql(
      'alter table "watched_link" add constraint "watched_link_organization_id_foreign" foreign key ("organization_id") references "node" ("id") on update cascade on delete cascade;',
    );
  }
}
