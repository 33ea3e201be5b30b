import { Migration } from '@mikro-orm/migrations';

/** What was changed of documents, so that earlier titles, actions and files of pages can be brought back. */
export class DocumentHistorySqlite extends Migration {
  override up(): void {
    this.addSql(
      'create table `document_change` (`id` text not null, `document_id` text not null, `date_created` datetime not null, `user` text not null, `user_id` text null, `operations` json not null, `operations_left_out` integer not null default 0, `texts` text null, `texts_length` integer not null default 0, `page_id` text null, `file_id` text null, constraint `document_change_document_id_foreign` foreign key (`document_id`) references `node` (`id`) on update cascade on delete cascade, primary key (`id`));',
    );
    this.addSql('create index `document_change_document_id_index` on `document_change` (`document_id`);');
    this.addSql('create index `document_change_date_created_index` on `document_change` (`date_created`);');
  }
}
