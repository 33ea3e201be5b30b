import { Migration } from '@mikro-orm/migrations';

/** Web addresses that are asked regularly whether they answer, and the organizations that want it. */
export class WatchedLinksSqlite extends Migration {
  override up(): void {
    this.addSql('alter table `organization` add column `watches_links` integer not null default false;');
    this.addSql(
      'create table `watched_link` (`id` text not null, `organization_id` text not null, `url` text not null, `node_id` text not null, `failures` integer not null default 0, `last_status` integer null, `date_failed` datetime null, `next_check` datetime not null, constraint `watched_link_organization_id_foreign` foreign key (`organization_id`) references `node` (`id`) on update cascade on delete cascade, primary key (`id`));',
    );
    this.addSql('create index `watched_link_next_check_index` on `watched_link` (`next_check`);');
    this.addSql('create index `watched_link_organization_id_index` on `watched_link` (`organization_id`);');
  }
}
