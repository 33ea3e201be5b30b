import { Migration } from '@mikro-orm/migrations';

/** Guests who comment by preview links. */
export class GuestsOfLinksPostgres extends Migration {
  override up(): void {
    this.addSql('alter table "preview_link" add column "may_comment" boolean not null default false;');
    this.addSql('alter table "comment" add column "guest_id" uuid null;');
    this.addSql('alter table "comment" add column "link_id" uuid null;');
    this.addSql(
      'create table "preview_guest" ("id" uuid not null, "link_id" uuid not null, "name" text not null, "name_key" varchar(255) not null, "key_hash" varchar(255) not null, "date_created" timestamptz not null, primary key ("id"));',
    );
    this.addSql(
      'alter table "preview_guest" add constraint "preview_guest_key_hash_unique" unique ("key_hash");',
    );
    this.addSql(
      'alter table "preview_guest" add constraint "preview_guest_link_id_name_key_unique" unique ("link_id", "name_key");',
    );
    this.addSql(
      'alter table "preview_guest" add constraint "preview_guest_link_id_foreign" foreign key ("link_id") references "preview_link" ("id") on update cascade on delete cascade;',
    );
  }
}
