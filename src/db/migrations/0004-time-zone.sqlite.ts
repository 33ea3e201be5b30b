import { Migration } from '@mikro-orm/migrations';

export class TimeZoneSqlite extends Migration {
  override up(): void {
    this.addSql("alter table `organization` add column `time_zone` text not null default 'UTC';");
  }
}
