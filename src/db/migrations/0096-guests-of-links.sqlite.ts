import { Migration } from '@mikro-orm/migrations';

/** Guests who comment by preview links. */
export class GuestsOfLinksSqlite extends Migration {
  override up(): void {
    this.addSql('alter table `preview_link` add column `may_comment` integer not null default false;');
    this.addSql('alter table `comment` add column `guest_id` text null;');
    this.addSql('alter table `comment` add column `link_id` text null;');
    this.addSql(
      'create table `preview_guest` (`id` text not null, `link_id` text not null, `name` text not null, `name_key` text not null, `key_hash` text not null, `date_created` datetime not null, constraint `preview_guest_link_id_foreign` foreign key (`link_id`) references `preview_link` (`id`) on update cascade on delete cascade, primary key (`id`));',
    );
    this.addSql('create index `preview_guest_link_id_index` on `preview_guest` (`link_id`);');
    this.addSql('create unique index `preview_guest_key_hash_unique` on `preview_guest` (`key_hash`);');
    this.addSql(
      'create unique index `preview_guest_link_id_name_key_unique` on `preview_guest` (`link_id`, `name_key`);',
    );
  }
}
