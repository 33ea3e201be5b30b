import { Migration } from '@mikro-orm/migrations';

/** What changes of many titles and actions replaced. */
export class TextUndoPostgres extends Migration {
  override up(): void {
    this.addSql(
      'create table "text_undo" ("id" uuid not null, "node_id" uuid not null, "date_created" timestamptz not null, "replaced" text not null, constraint "text_undo_node_id_foreign" foreign key ("node_id") references "node" ("id") on update cascade on delete cascade, primary key ("id"));',
    );
    this.addSql('create index "text_undo_node_id_index" on "text_undo" ("node_id");');
    this.addSql('create index "text_undo_date_created_index" on "text_undo" ("date_created");');
  }
}
