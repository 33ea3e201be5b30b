import { Migration } from '@mikro-orm/migrations';

/** Items of inboxes that are dismissed, and the daily mail about inboxes. */
export class DismissedInboxItemsPostgres extends Migration {
  override up(): void {
    this.addSql(
      'create table "inbox_dismissal" ("organization_id" uuid not null, "item_id" varchar(255) not null, "count" int null, "user" text not null, "date_dismissed" timestamptz not null, constraint "inbox_dismissal_pkey" primary key ("organization_id", "item_id"));',
    );
    this.addSql(
      'alter table "inbox_dismissal" add constraint "inbox_dismissal_organization_id_foreign" foreign key ("organization_id") references "node" ("id") on update cascade on delete cascade;',
    );
    this.addSql('alter table "mail_choice" add column "about_inbox" boolean not null default false;');
    this.addSql('alter table "mail_choice" add column "inbox_day" varchar(255) null;');
    this.addSql('alter table "mail_choice" add column "inbox_told" jsonb null;');
  }
}
