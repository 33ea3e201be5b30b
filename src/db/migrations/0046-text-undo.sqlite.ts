import { Migration } from '@mikro-orm/migrations';

/** What changes of many titles and actions replaced. */
export class TextUndoSqlite extends Migration {
  override up(): void {
    this.addSql(
      'create table `text_undo` (`id` text not null, `node_id` text not null, `date_created` datetime not null, `replaced` text not null, constraint `text_undo_node_id_foreign` foreign key (`node_id`) references `node` (`id`) on update cascade on delete cascade, primary key (`id`));',
    );
    this.addSql('create index `text_undo_node_id_index` on `text_undo` (`node_id`);');
    this.addSql('create index `text_undo_date_created_index` on `text_undo` (`date_created`);');
  }
}
