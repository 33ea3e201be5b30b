import { Migration } from '@mikro-orm/migrations';

/** Addresses that are short enough to be printed. */
export class ShortAddressesSqlite extends Migration {
  override up(): void {
    this.addSql(
      'create table `short_address` (`id` text not null, `code` text not null, `element_id` text not null, `action_id` text null, `gtin` text null, `link_type` text null, `visits` integer not null default 0, `date_visited` datetime null, `user` text not null, `date_created` datetime not null, `date_modified` datetime not null, constraint `short_address_element_id_foreign` foreign key (`element_id`) references `node` (`id`) on update cascade on delete cascade, primary key (`id`));',
    );
    this.addSql('create unique index `short_address_code_unique` on `short_address` (`code`);');
    this.addSql('create index `short_address_element_id_index` on `short_address` (`element_id`);');
    this.addSql(
      'create unique index `short_address_gtin_link_type_unique` on `short_address` (`gtin`, `link_type`);',
    );
  }
}
