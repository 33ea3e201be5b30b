import { Migration } from '@mikro-orm/migrations';

/** What several servers count together. Counts are worth no log: after a crash they begin anew. */
export class RateCountsPostgres extends Migration {
  override up(): void {
    this.addSql(
      `create unlogged table "rate_count" ("key" varchar(255) not null, "points" int not null, "expire" bigint null, primary key ("key"));`,
    );
  }
}
