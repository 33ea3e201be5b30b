import { Migration } from '@mikro-orm/migrations';

/** Folders whose drafts need an approval. */
export class RulesOfFoldersSqlite extends Migration {
  override up(): void {
    this.addSql(
      'create table `folder_rule` (`folder_id` text not null primary key, constraint `folder_rule_folder_id_foreign` foreign key (`folder_id`) references `node` (`id`) on update cascade on delete cascade);',
    );
  }
}
