import { Migration } from '@mikro-orm/migrations';

/** Filters that users keep, and who made a document. */
export class LibraryOfEditorsSqlite extends Migration {
  override up(): void {
    this.addSql(
      'create table `saved_filter` (`id` text not null, `user_id` text not null, `name` text not null, `name_key` text not null, `name_contains` text not null, `status` text null, `updated_within_days` integer null, `is_recursive` integer not null, `order_field` text not null, `order_direction` text not null, constraint `saved_filter_user_id_foreign` foreign key (`user_id`) references `user_account` (`id`) on update cascade on delete cascade, primary key (`id`));',
    );
    this.addSql('create index `saved_filter_user_id_index` on `saved_filter` (`user_id`);');
    this.addSql(
      'create unique index `saved_filter_user_id_name_key_unique` on `saved_filter` (`user_id`, `name_key`);',
    );
    this.addSql('alter table `document` add column `made_by` text null;');
  }
}
