import { Migration } from '@mikro-orm/migrations';

/** Addresses that are short enough to be printed. */
export class ShortAddressesPostgres extends Migration {
  override up(): void {
    this.addSql(
      'create table "short_address" ("id" uuid not null, "code" varchar(255) not null, "element_id" uuid not null, "action_id" uuid null, "gtin" varchar(255) null, "link_type" varchar(255) null, "visits" int not null default 0, "date_visited" timestamptz null, "user" text not null, "date_created" timestamptz not null, "date_modified" timestamptz not null, primary key ("id"));',
    );
    this.addSql('alter table "short_address" add constraint "short_address_code_unique" unique ("code");');
    this.addSql(
      'alter table "short_address" add constraint "short_address_gtin_link_type_unique" unique ("gtin", "link_type");',
    );
    this.addSql('create index "short_address_element_id_index" on "short_address" ("element_id");');
    this.addSql(
      'alter table "short_address" add constraint "short_address_element_id_foreign" foreign key ("element_id") references "node" ("id") on update cascade on delete cascade;',
    );
  }
}
