import { Migration } from '@mikro-orm/migrations';

/** Keys that web pages and QR codes carry. */
export class PublishableKeysPostgres extends Migration {
  override up(): void {
    this.addSql(
      'create table "publishable_key" ("id" uuid not null, "organization_id" uuid not null, "name" text not null, "key" varchar(255) not null, "origins" jsonb not null, "scans_per_minute" int not null, "date_created" timestamptz not null, "date_modified" timestamptz not null, constraint "publishable_key_pkey" primary key ("id"));',
    );
    this.addSql('alter table "publishable_key" add constraint "publishable_key_key_unique" unique ("key");');
    this.addSql(
      'alter table "publishable_key" add constraint "publishable_key_organization_id_foreign" foreign key ("organization_id") references "node" ("id") on update cascade on delete cascade;',
    );
  }
}
