import { Migration } from '@mikro-orm/migrations';

/** The chain over operation logs, and for how long these are kept. */
export class ChainedOperationsPostgres extends Migration {
  override up(): void {
    this.addSql(
      'create table "audit_chain" ("organization_id" uuid not null, "number" bigint not null, "hash" text not null, "removed_through" bigint not null, "removed_hash" text not null, "seal" text not null, constraint "audit_chain_pkey" primary key ("organization_id"));',
    );
    this.addSql('alter table "organization" add column "audit_days" int null;');
    this.addSql(
      'alter table "operation_record" add column "chain_number" bigint null, add column "chain_hash" text null;',
    );
    this.addSql(
      'create index "operation_record_organization_id_chain_number_index" on "operation_record" ("organization_id", "chain_number");',
    );
    this.addSql(
      'create index "operation_record_unchained_index" on "operation_record" ("organization_id") where chain_number is null;',
    );
  }
}
