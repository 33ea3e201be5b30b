import { Migration } from '@mikro-orm/migrations';

/** Authenticators, passkeys, recovery codes, and who has to have them. */
export class SecondFactorsSqlite extends Migration {
  override up(): void {
    this.addSql(
      'create table `authenticator` (`user_id` text not null, `secret_cipher` text not null, `last_step` integer not null, `date_created` datetime not null, constraint `authenticator_user_id_foreign` foreign key (`user_id`) references `user_account` (`id`) on update cascade on delete cascade, primary key (`user_id`));',
    );
    this.addSql('create index `authenticator_user_id_index` on `authenticator` (`user_id`);');
    this.addSql(
      'create table `passkey` (`id` text not null, `user_id` text not null, `name` text not null, `credential_id` text not null, `public_key` text not null, `counter` bigint not null, `host` text not null, `transports` json not null, `date_created` datetime not null, `date_last_used` datetime null, constraint `passkey_user_id_foreign` foreign key (`user_id`) references `user_account` (`id`) on update cascade on delete cascade, primary key (`id`));',
    );
    this.addSql('create index `passkey_user_id_index` on `passkey` (`user_id`);');
    this.addSql('create unique index `passkey_credential_id_unique` on `passkey` (`credential_id`);');
    this.addSql(
      'create table `recovery_code` (`code_hash` text not null, `user_id` text not null, `date_created` datetime not null, constraint `recovery_code_user_id_foreign` foreign key (`user_id`) references `user_account` (`id`) on update cascade on delete cascade, primary key (`code_hash`));',
    );
    this.addSql('create index `recovery_code_user_id_index` on `recovery_code` (`user_id`);');
    this.addSql(
      'create table `second_factor_rule` (`organization_id` text not null, `roles` json not null, `emergency_user_id` text null, constraint `second_factor_rule_organization_id_foreign` foreign key (`organization_id`) references `node` (`id`) on update cascade on delete cascade, constraint `second_factor_rule_emergency_user_id_foreign` foreign key (`emergency_user_id`) references `user_account` (`id`) on update cascade on delete set null, primary key (`organization_id`));',
    );
    this.addSql(
      'create index `second_factor_rule_organization_id_index` on `second_factor_rule` (`organization_id`);',
    );
    this.addSql(
      'create index `second_factor_rule_emergency_user_id_index` on `second_factor_rule` (`emergency_user_id`);',
    );
  }
}
