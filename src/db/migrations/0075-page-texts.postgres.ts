import { Migration } from '@mikro-orm/migrations';

/** Words of pages, for the search. */
export class PageTextsPostgres extends Migration {
  override up(): void {
    this.addSql(
      'create table "page_text" ("node_id" uuid not null, "text_folded" text not null, "lines" text not null, primary key ("node_id"));',
    );
    this.addSql(
      'alter table "page_text" add constraint "page_text_node_id_foreign" foreign key ("node_id") references "node" ("id") on update cascade on delete cascade;',
    );
  }
}
