import { Migration } from '@mikro-orm/migrations';

/** Limits that operators set for organizations, and their uses. */
export class LimitsOfOrganizationsSqlite extends Migration {
  override up(): void {
    this.addSql('alter table `organization` add column `storage_limit` integer null;');
    this.addSql('alter table `organization` add column `scan_limit` integer null;');
    this.addSql(
      'create table `organization_use` (`organization_id` text not null, `month` text not null, `scans` integer not null, constraint `organization_use_organization_id_foreign` foreign key (`organization_id`) references `node` (`id`) on update cascade on delete cascade, primary key (`organization_id`, `month`));',
    );
    this.addSql(
      'create index `organization_use_organization_id_index` on `organization_use` (`organization_id`);',
    );
    this.addSql('create index `stored_file_organization_id_index` on `stored_file` (`organization_id`);');
  }
}
