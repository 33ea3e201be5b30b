import { Migration } from '@mikro-orm/migrations';

/** Links by which somebody without an account sees what readers would get of a document. */
export class PreviewLinksPostgres extends Migration {
  override up(): void {
    this.addSql(
      'create table "preview_link" ("id" uuid not null, "document_id" uuid not null, "code_hash" varchar(255) not null, "user" text not null, "date_created" timestamptz not null, "date_expires" timestamptz not null, constraint "preview_link_document_id_foreign" foreign key ("document_id") references "node" ("id") on update cascade on delete cascade, primary key ("id"));',
    );
    this.addSql('create unique index "preview_link_code_hash_unique" on "preview_link" ("code_hash");');
    this.addSql('create index "preview_link_document_id_index" on "preview_link" ("document_id");');
  }
}
