import { Migration } from '@mikro-orm/migrations';

export class TimeZonePostgres extends Migration {
  override up(): void {
    this.addSql(`alter table "organization" add column "time_zone" varchar(64) not null default 'UTC';`);
  }
}
