import { Migration } from '@mikro-orm/migrations';

/** Where operation logs are sent as they grow. */
export class AuditDeliveriesPostgres extends Migration {
  override up(): void {
    this.addSql(
      'create table "audit_delivery" ("organization_id" uuid not null, "target" varchar(255) not null, "url" text null, "secret_cipher" text null, "is_active" boolean not null, "delivered_through" bigint not null, "date_delivered" timestamptz null, "attempts" int not null, "last_error" text null, "next_attempt" timestamptz not null, "date_modified" timestamptz not null, constraint "audit_delivery_pkey" primary key ("organization_id"));',
    );
    this.addSql(
      'alter table "audit_delivery" add constraint "audit_delivery_organization_id_foreign" foreign key ("organization_id") references "node" ("id") on update cascade on delete cascade;',
    );
  }
}
