import { Migration } from '@mikro-orm/migrations';

/** Users and groups that directories of companies keep up to date. */
export class DirectoriesSqlite extends Migration {
  override up(): void {
    this.addSql(
      'create table `directory_user` (`user_id` text not null primary key, `organization_id` text not null, `user_name` text not null, `user_name_key` text not null, `external_id` text null, `display_name` text null, constraint `directory_user_user_id_foreign` foreign key (`user_id`) references `user_account` (`id`) on update cascade on delete cascade, constraint `directory_user_organization_id_foreign` foreign key (`organization_id`) references `node` (`id`) on update cascade on delete cascade);',
    );
    this.addSql('create index `directory_user_user_id_index` on `directory_user` (`user_id`);');
    this.addSql(
      'create index `directory_user_organization_id_index` on `directory_user` (`organization_id`);',
    );
    this.addSql(
      'create index `directory_user_organization_id_external_id_index` on `directory_user` (`organization_id`, `external_id`);',
    );
    this.addSql(
      'create unique index `directory_user_organization_id_user_name_key_unique` on `directory_user` (`organization_id`, `user_name_key`);',
    );
    this.addSql(
      'create table `directory_group` (`id` text not null primary key, `organization_id` text not null, `name` text not null, `name_key` text not null, `external_id` text null, `date_created` datetime not null, `date_modified` datetime not null, constraint `directory_group_organization_id_foreign` foreign key (`organization_id`) references `node` (`id`) on update cascade on delete cascade);',
    );
    this.addSql(
      'create index `directory_group_organization_id_index` on `directory_group` (`organization_id`);',
    );
    this.addSql(
      'create unique index `directory_group_organization_id_name_key_unique` on `directory_group` (`organization_id`, `name_key`);',
    );
    this.addSql(
      'create table `directory_member` (`group_id` text not null, `user_id` text not null, constraint `directory_member_group_id_foreign` foreign key (`group_id`) references `directory_group` (`id`) on update cascade on delete cascade, constraint `directory_member_user_id_foreign` foreign key (`user_id`) references `user_account` (`id`) on update cascade on delete cascade, primary key (`group_id`, `user_id`));',
    );
    this.addSql('create index `directory_member_group_id_index` on `directory_member` (`group_id`);');
    this.addSql('create index `directory_member_user_id_index` on `directory_member` (`user_id`);');
  }
}
