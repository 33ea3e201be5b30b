import { Migration } from '@mikro-orm/migrations';

/** What several servers count together; a server alone counts in memory. */
export class RateCountsSqlite extends Migration {
  override up(): void {
    this.addSql(
      'create table `rate_count` (`key` text not null, `points` integer not null, `expire` bigint null, primary key (`key`));',
    );
  }
}
