import { Migration } from '@mikro-orm/migrations';

/** What is said once of a whole database: the id by which its servers know what belongs to them. */
export class InstallationPostgres extends Migration {
  override up(): void {
    this.addSql(
      'create table "installation" ("name" varchar(255) not null, "value" varchar(255) not null, primary key ("name"));',
    );
  }
}
