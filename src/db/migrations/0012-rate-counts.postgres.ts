import { Migration } from '@mikro-orm/migrations';

/** What several servers count together. The table is unlogged: after a crash counts start from zero. */
export class RateCountsPostgres extends Migration {
  override up(): void {
    this.addSql(
      `create unlogged table "rate_count" ("key" varchar(255) not null, "points" int not null, "expire" bigint null, primary key ("key"));`,
    );
  }
}
