import { Migration } from '@mikro-orm/migrations';
import { tokenTriggers } from './token-triggers.js';

/** Tokens that programs show instead of a user's log-in, and how often they did. */
export class MachineTokensSqlite extends Migration {
  override up(): void {
    this.addSql(
      'create table `machine_token` (`id` text not null, `token_hash` text not null, `name` text not null, `place_id` text not null, `owner_id` text not null, `scopes` json not null, `date_created` datetime not null, `date_expires` datetime not null, constraint `machine_token_place_id_foreign` foreign key (`place_id`) references `node` (`id`) on update cascade on delete cascade, constraint `machine_token_owner_id_foreign` foreign key (`owner_id`) references `user_account` (`id`) on update cascade on delete cascade, primary key (`id`));',
    );
    this.addSql('create unique index `machine_token_token_hash_unique` on `machine_token` (`token_hash`);');
    this.addSql('create index `machine_token_place_id_index` on `machine_token` (`place_id`);');
    this.addSql('create index `machine_token_owner_id_index` on `machine_token` (`owner_id`);');
    this.addSql(
      'create table `machine_token_use` (`token_id` text not null, `day` text not null, `address` text not null, `count` integer not null, `date_last` datetime not null, constraint `machine_token_use_token_id_foreign` foreign key (`token_id`) references `machine_token` (`id`) on update cascade on delete cascade, primary key (`token_id`, `day`, `address`));',
    );
    this.addSql('create index `machine_token_use_token_id_index` on `machine_token_use` (`token_id`);');
    for (const { name, when } of tokenTriggers) {
      this.addSql(
        `create trigger "${name}" after ${when} on "machine_token" begin update "change_mark" set "changes" = "changes" + 1 where "slot" = 0; end;`,
      );
    }
  }
}
