import { Migration } from '@mikro-orm/migrations';

/** Providers of single sign-on, whom they know, and the sessions that they began. */
export class SingleSignOnSqlite extends Migration {
  override up(): void {
    this.addSql(
      'create table `sign_in_provider` (`id` text not null, `organization_id` text not null, `name` text not null, `issuer` text not null, `client_id` text not null, `client_secret_cipher` text null, `mode` text not null, `is_offered` integer not null, `rules` json not null, `emergency_user_id` text null, `last_trial` json null, `date_created` datetime not null, `date_modified` datetime not null, constraint `sign_in_provider_organization_id_foreign` foreign key (`organization_id`) references `node` (`id`) on update cascade on delete cascade, constraint `sign_in_provider_emergency_user_id_foreign` foreign key (`emergency_user_id`) references `user_account` (`id`) on update cascade on delete set null, primary key (`id`));',
    );
    this.addSql(
      'create index `sign_in_provider_organization_id_index` on `sign_in_provider` (`organization_id`);',
    );
    this.addSql(
      'create index `sign_in_provider_emergency_user_id_index` on `sign_in_provider` (`emergency_user_id`);',
    );
    this.addSql(
      'create table `external_identity` (`id` text not null, `provider_id` text not null, `subject` text not null, `user_id` text not null, `date_created` datetime not null, constraint `external_identity_provider_id_foreign` foreign key (`provider_id`) references `sign_in_provider` (`id`) on update cascade on delete cascade, constraint `external_identity_user_id_foreign` foreign key (`user_id`) references `user_account` (`id`) on update cascade on delete cascade, primary key (`id`));',
    );
    this.addSql('create index `external_identity_provider_id_index` on `external_identity` (`provider_id`);');
    this.addSql('create index `external_identity_user_id_index` on `external_identity` (`user_id`);');
    this.addSql(
      'create unique index `external_identity_provider_id_subject_unique` on `external_identity` (`provider_id`, `subject`);',
    );
    this.addSql(
      'create table `sign_in_session` (`token_id` text not null, `provider_id` text not null, `subject` text not null, `sid` text null, constraint `sign_in_session_token_id_foreign` foreign key (`token_id`) references `access_token` (`id`) on update cascade on delete cascade, constraint `sign_in_session_provider_id_foreign` foreign key (`provider_id`) references `sign_in_provider` (`id`) on update cascade on delete cascade, primary key (`token_id`));',
    );
    this.addSql('create index `sign_in_session_token_id_index` on `sign_in_session` (`token_id`);');
    this.addSql('create index `sign_in_session_provider_id_index` on `sign_in_session` (`provider_id`);');
  }
}
