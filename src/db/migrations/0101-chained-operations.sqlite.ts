import { Migration } from '@mikro-orm/migrations';

/** The chain over operation logs, and for how long these are kept. */
export class ChainedOperationsSqlite extends Migration {
  override up(): void {
    this.addSql(
      'create table `audit_chain` (`organization_id` text not null, `number` integer not null, `hash` text not null, `removed_through` integer not null, `removed_hash` text not null, `seal` text not null, primary key (`organization_id`));',
    );
    this.addSql('alter table `organization` add column `audit_days` integer null;');
    this.addSql('alter table `operation_record` add column `chain_number` integer null;');
    this.addSql('alter table `operation_record` add column `chain_hash` text null;');
    this.addSql(
      'create index `operation_record_organization_id_chain_number_index` on `operation_record` (`organization_id`, `chain_number`);',
    );
    this.addSql(
      'create index `operation_record_unchained_index` on `operation_record` (`organization_id`) where chain_number is null;',
    );
  }
}
