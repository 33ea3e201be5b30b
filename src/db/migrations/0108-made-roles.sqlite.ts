import { Migration } from '@mikro-orm/migrations';

/** Roles that organizations make, and their holders. Who may do what is remembered until one of them changes. */
export class MadeRolesSqlite extends Migration {
  override up(): void {
    this.addSql(
      'create table `made_role` (`id` text not null primary key, `organization_id` text not null, `name` text not null, `operations` json not null, `place_ids` json null, `date_created` datetime not null, `date_modified` datetime not null, constraint `made_role_organization_id_foreign` foreign key (`organization_id`) references `node` (`id`) on update cascade on delete cascade);',
    );
    this.addSql('create index `made_role_organization_id_index` on `made_role` (`organization_id`);');
    this.addSql(
      'create table `user_made_role` (`user_id` text not null, `role_id` text not null, constraint `user_made_role_user_id_foreign` foreign key (`user_id`) references `user_account` (`id`) on update cascade on delete cascade, constraint `user_made_role_role_id_foreign` foreign key (`role_id`) references `made_role` (`id`) on update cascade on delete cascade, primary key (`user_id`, `role_id`));',
    );
    this.addSql('create index `user_made_role_user_id_index` on `user_made_role` (`user_id`);');
    this.addSql('create index `user_made_role_role_id_index` on `user_made_role` (`role_id`);');
    for (const table of ['made_role', 'user_made_role']) {
      for (const when of ['insert', 'delete', 'update']) {
        this.addSql(
          `create trigger "count_${table}_${when}" after ${when} on "${table}" begin update "change_mark" set "changes" = "changes" + 1 where "slot" = 0; end;`,
        );
      }
    }
  }
}
