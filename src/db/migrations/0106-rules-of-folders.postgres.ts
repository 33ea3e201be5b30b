import { Migration } from '@mikro-orm/migrations';

/** Folders whose drafts need an approval. */
export class RulesOfFoldersPostgres extends Migration {
  override up(): void {
    this.addSql(
      'create table "folder_rule" ("folder_id" uuid not null, constraint "folder_rule_pkey" primary key ("folder_id"));',
    );
    this.addSql(
      'alter table "folder_rule" add constraint "folder_rule_folder_id_foreign" foreign key ("folder_id") references "node" ("id") on update cascade on delete cascade;',
    );
  }
}
