import { Migration } from '@mikro-orm/migrations';

/** Changes of titles and actions that are collected before readers get them. */
export class DraftsSqlite extends Migration {
  override up(): void {
    this.addSql(
      'create table `draft` (`id` text not null, `document_id` text not null, `user` text not null, `user_id` text null, `date_created` datetime not null, `date_modified` datetime not null, constraint `draft_document_id_foreign` foreign key (`document_id`) references `node` (`id`) on update cascade on delete cascade, primary key (`id`));',
    );
    this.addSql('create index `draft_document_id_index` on `draft` (`document_id`);');
    this.addSql('create unique index `draft_document_id_unique` on `draft` (`document_id`);');
    this.addSql(
      'create table `draft_change` (`id` text not null, `draft_id` text not null, `subject` text not null, `replaced` text not null, `length` integer not null, `user` text not null, `user_id` text null, `date_created` datetime not null, `date_modified` datetime not null, constraint `draft_change_draft_id_foreign` foreign key (`draft_id`) references `draft` (`id`) on update cascade on delete cascade, primary key (`id`));',
    );
    this.addSql('create index `draft_change_draft_id_index` on `draft_change` (`draft_id`);');
    this.addSql(
      'create unique index `draft_change_draft_id_subject_unique` on `draft_change` (`draft_id`, `subject`);',
    );
  }
}
