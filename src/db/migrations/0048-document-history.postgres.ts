import { Migration } from '@mikro-orm/migrations';

/** What was changed of documents, so that earlier titles, actions and files of pages can be brought back. */
export class DocumentHistoryPostgres extends Migration {
  override up(): void {
    this.addSql(
      'create table "document_change" ("id" uuid not null, "document_id" uuid not null, "date_created" timestamptz not null, "user" text not null, "user_id" uuid null, "operations" jsonb not null, "operations_left_out" int not null default 0, "texts" text null, "texts_length" int not null default 0, "page_id" uuid null, "file_id" uuid null, constraint "document_change_document_id_foreign" foreign key ("document_id") references "node" ("id") on update cascade on delete cascade, primary key ("id"));',
    );
    this.addSql('create index "document_change_document_id_index" on "document_change" ("document_id");');
    this.addSql('create index "document_change_date_created_index" on "document_change" ("date_created");');
  }
}
