import { Migration } from '@mikro-orm/migrations';

/** Comments on documents, and about what users want mails. */
export class CommentsSqlite extends Migration {
  override up(): void {
    this.addSql(
      'create table `comment` (`id` text not null, `document_id` text not null, `thread_id` text null, `text` text not null, `mentions` json null, `user` text not null, `user_id` text null, `date_created` datetime not null, `date_modified` datetime not null, `date_edited` datetime null, `date_deleted` datetime null, `subject` text null, `element_id` text null, `action_id` text null, `language_code` text null, `subject_name` text null, `position_x` real null, `position_y` real null, `date_resolved` datetime null, `resolved_by` text null, constraint `comment_document_id_foreign` foreign key (`document_id`) references `node` (`id`) on update cascade on delete cascade, constraint `comment_thread_id_foreign` foreign key (`thread_id`) references `comment` (`id`) on update cascade on delete cascade, primary key (`id`));',
    );
    this.addSql(
      'create index `comment_document_id_thread_id_index` on `comment` (`document_id`, `thread_id`);',
    );
    this.addSql('create index `comment_document_id_index` on `comment` (`document_id`);');
    this.addSql('create index `comment_thread_id_index` on `comment` (`thread_id`);');
    this.addSql(
      'create table `mail_choice` (`user_id` text not null, `about_comments` integer not null, `language_code` text null, constraint `mail_choice_user_id_foreign` foreign key (`user_id`) references `user_account` (`id`) on update cascade on delete cascade, primary key (`user_id`));',
    );
    this.addSql('create index `mail_choice_user_id_index` on `mail_choice` (`user_id`);');
  }
}
