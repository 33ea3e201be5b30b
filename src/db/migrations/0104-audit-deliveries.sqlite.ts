import { Migration } from '@mikro-orm/migrations';

/** Where operation logs are sent as they grow. */
export class AuditDeliveriesSqlite extends Migration {
  override up(): void {
    this.addSql(
      'create table `audit_delivery` (`organization_id` text not null primary key, `target` text not null, `url` text null, `secret_cipher` text null, `is_active` integer not null, `delivered_through` integer not null, `date_delivered` datetime null, `attempts` integer not null, `last_error` text null, `next_attempt` datetime not null, `date_modified` datetime not null, constraint `audit_delivery_organization_id_foreign` foreign key (`organization_id`) references `node` (`id`) on update cascade on delete cascade);',
    );
    this.addSql(
      'create index `audit_delivery_organization_id_index` on `audit_delivery` (`organization_id`);',
    );
  }
}
