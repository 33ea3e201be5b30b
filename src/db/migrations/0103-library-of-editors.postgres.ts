import { Migration } from '@mikro-orm/migrations';

/** Filters that users keep, and who made a document. */
export class LibraryOfEditorsPostgres extends Migration {
  override up(): void {
    this.addSql(
      'create table "saved_filter" ("id" uuid not null, "user_id" uuid not null, "name" text not null, "name_key" varchar(255) not null, "name_contains" text not null, "status" varchar(255) null, "updated_within_days" int null, "is_recursive" boolean not null, "order_field" varchar(255) not null, "order_direction" varchar(255) not null, constraint "saved_filter_pkey" primary key ("id"));',
    );
    this.addSql(
      'alter table "saved_filter" add constraint "saved_filter_user_id_name_key_unique" unique ("user_id", "name_key");',
    );
    this.addSql(
      'alter table "saved_filter" add constraint "saved_filter_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on update cascade on delete cascade;',
    );
    this.addSql('alter table "document" add column "made_by" text null;');
  }
}
