import { Migration } from '@mikro-orm/migrations';

/** Items of inboxes that are dismissed, and the daily mail about inboxes. */
export class DismissedInboxItemsSqlite extends Migration {
  override up(): void {
    this.addSql(
      'create table `inbox_dismissal` (`organization_id` text not null, `item_id` text not null, `count` integer null, `user` text not null, `date_dismissed` datetime not null, constraint `inbox_dismissal_organization_id_foreign` foreign key (`organization_id`) references `node` (`id`) on update cascade on delete cascade, primary key (`organization_id`, `item_id`));',
    );
    this.addSql(
      'create index `inbox_dismissal_organization_id_index` on `inbox_dismissal` (`organization_id`);',
    );
    this.addSql('alter table `mail_choice` add column `about_inbox` integer not null default false;');
    this.addSql('alter table `mail_choice` add column `inbox_day` text null;');
    this.addSql('alter table `mail_choice` add column `inbox_told` json null;');
  }
}
