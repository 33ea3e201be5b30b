import { Migration } from '@mikro-orm/migrations';

export class TrashSqlite extends Migration {
  override up(): void {
    this.addSql(
      'create table `trash_entry` (`id` text not null, `organization_id` text not null, `type` text not null, `name` text not null, `parent_id` text null, `place` json not null, `order` integer not null default 0, `pages` integer not null default 0, `freed_credits` integer not null default 0, `user` text not null, `date_trashed` datetime not null, constraint `trash_entry_organization_id_foreign` foreign key(`organization_id`) references `node`(`id`) on delete cascade on update cascade, primary key (`id`));',
    );
    this.addSql('create index `trash_entry_organization_id_index` on `trash_entry` (`organization_id`);');
    this.addSql('create index `trash_entry_date_trashed_index` on `trash_entry` (`date_trashed`);');
    this.addSql(
      'create index `trash_entry_organization_id_date_trashed_index` on `trash_entry` (`organization_id`, `date_trashed`);',
    );
    this.addSql('alter table `picture` add column `date_trashed` datetime null;');
    this.addSql('alter table `image` add column `is_paid` integer not null default false;');
    this.addSql(
      `update \`image\` set \`is_paid\` = true
        where \`first_activated_at\` is not null
          and exists (select 1 from \`node\` n join \`organization\` o on o.\`id\` = n.\`organization_id\`
                       where n.\`id\` = \`image\`.\`id\` and o.\`account_type\` in ('Demo', 'Prepaid'));`,
    );
  }
}
