import { Migration } from '@mikro-orm/migrations';

/** Keys that web pages and QR codes carry. */
export class PublishableKeysSqlite extends Migration {
  override up(): void {
    this.addSql(
      'create table `publishable_key` (`id` text not null, `organization_id` text not null, `name` text not null, `key` text not null, `origins` json not null, `scans_per_minute` integer not null, `date_created` datetime not null, `date_modified` datetime not null, constraint `publishable_key_organization_id_foreign` foreign key(`organization_id`) references `node`(`id`) on delete cascade on update cascade, primary key (`id`));',
    );
    this.addSql('create unique index `publishable_key_key_unique` on `publishable_key` (`key`);');
    this.addSql(
      'create index `publishable_key_organization_id_index` on `publishable_key` (`organization_id`);',
    );
  }
}
