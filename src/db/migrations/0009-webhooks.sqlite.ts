import { Migration } from '@mikro-orm/migrations';

/** Addresses that receive events, and what was sent to them. */
export class WebhooksSqlite extends Migration {
  override up(): void {
    this.addSql(
      'create table `webhook` (`id` text not null, `organization_id` text not null, `url` text not null, `events` json not null, `secret_cipher` text not null, `is_active` integer not null default true, `date_created` datetime not null, `date_modified` datetime not null, constraint `webhook_organization_id_foreign` foreign key(`organization_id`) references `node`(`id`) on delete cascade on update cascade, primary key (`id`));',
    );
    this.addSql('create index `webhook_organization_id_index` on `webhook` (`organization_id`);');
    this.addSql(
      'create table `webhook_delivery` (`id` text not null, `webhook_id` text not null, `event` text not null, `payload` text not null, `state` text not null, `attempts` integer not null default 0, `next_attempt` datetime not null, `last_status` integer null, `last_error` text null, `date_created` datetime not null, constraint `webhook_delivery_webhook_id_foreign` foreign key(`webhook_id`) references `webhook`(`id`) on delete cascade on update cascade, primary key (`id`));',
    );
    this.addSql('create index `webhook_delivery_webhook_id_index` on `webhook_delivery` (`webhook_id`);');
    this.addSql(
      'create index `webhook_delivery_state_next_attempt_index` on `webhook_delivery` (`state`, `next_attempt`);',
    );
    this.addSql(
      'create index `webhook_delivery_webhook_id_date_created_index` on `webhook_delivery` (`webhook_id`, `date_created`);',
    );
  }
}
