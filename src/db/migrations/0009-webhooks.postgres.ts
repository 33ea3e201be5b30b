import { Migration } from '@mikro-orm/migrations';

/** Addresses that receive events, and what was sent to them. */
export class WebhooksPostgres extends Migration {
  override up(): void {
    this.addSql(
      'create table "webhook" ("id" uuid not null, "organization_id" uuid not null, "url" text not null, "events" jsonb not null, "secret_cipher" text not null, "is_active" boolean not null default true, "date_created" timestamptz not null, "date_modified" timestamptz not null, constraint "webhook_pkey" primary key ("id"));',
    );
    this.addSql(
      'create table "webhook_delivery" ("id" uuid not null, "webhook_id" uuid not null, "event" varchar(255) not null, "payload" text not null, "state" varchar(255) not null, "attempts" int not null default 0, "next_attempt" timestamptz not null, "last_status" int null, "last_error" text null, "date_created" timestamptz not null, constraint "webhook_delivery_pkey" primary key ("id"));',
    );
    this.addSql(
      'create index "webhook_delivery_state_next_attempt_index" on "webhook_delivery" ("state", "next_attempt");',
    );
    this.addSql(
      'create index "webhook_delivery_webhook_id_date_created_index" on "webhook_delivery" ("webhook_id", "date_created");',
    );
    this.addSql(
      'alter table "webhook" add constraint "webhook_organization_id_foreign" foreign key ("organization_id") references "node" ("id") on update cascade on delete cascade;',
    );
    this.addSql(
      'alter table "webhook_delivery" add constraint "webhook_delivery_webhook_id_foreign" foreign key ("webhook_id") references "webhook" ("id") on update cascade on delete cascade;',
    );
  }
}
