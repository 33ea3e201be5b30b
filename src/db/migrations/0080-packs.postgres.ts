import { Migration } from '@mikro-orm/migrations';

/** Pages that phones recognize without a network. */
export class PacksPostgres extends Migration {
  override up(): void {
    this.addSql(
      'create table "pack" ("id" uuid not null, "element_id" uuid not null, "organization_id" uuid not null, "languages" jsonb not null, "valid_days" int not null, "version" int not null default 0, "page_count" int not null default 0, "size_bytes" bigint not null default 0, "file_id" uuid null, "date_made" timestamptz null, "date_expires" timestamptz null, "job_id" uuid not null, "date_created" timestamptz not null, "date_modified" timestamptz not null, primary key ("id"));',
    );
    this.addSql('create index "pack_organization_id_index" on "pack" ("organization_id");');
    this.addSql(
      'alter table "pack" add constraint "pack_element_id_foreign" foreign key ("element_id") references "node" ("id") on update cascade on delete cascade;',
    );
  }
}
