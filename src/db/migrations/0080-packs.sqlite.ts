import { Migration } from '@mikro-orm/migrations';

/** Pages that phones recognize without a network. */
export class PacksSqlite extends Migration {
  override up(): void {
    this.addSql(
      'create table `pack` (`id` text not null, `element_id` text not null, `organization_id` text not null, `languages` json not null, `valid_days` integer not null, `version` integer not null default 0, `page_count` integer not null default 0, `size_bytes` integer not null default 0, `file_id` text null, `date_made` datetime null, `date_expires` datetime null, `job_id` text not null, `date_created` datetime not null, `date_modified` datetime not null, constraint `pack_element_id_foreign` foreign key (`element_id`) references `node` (`id`) on update cascade on delete cascade, primary key (`id`));',
    );
    this.addSql('create index `pack_element_id_index` on `pack` (`element_id`);');
    this.addSql('create index `pack_organization_id_index` on `pack` (`organization_id`);');
  }
}
