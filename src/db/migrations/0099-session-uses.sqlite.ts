import { Migration } from '@mikro-orm/migrations';

/** When, from where and with what log-ins were last used. */
export class SessionUsesSqlite extends Migration {
  override up(): void {
    this.addSql(
      'create table `session_use` (`token_id` text not null, `device` text not null, `network` text not null, `date_last` datetime not null, constraint `session_use_token_id_foreign` foreign key (`token_id`) references `access_token` (`id`) on update cascade on delete cascade, primary key (`token_id`));',
    );
    this.addSql('create index `session_use_token_id_index` on `session_use` (`token_id`);');
  }
}
