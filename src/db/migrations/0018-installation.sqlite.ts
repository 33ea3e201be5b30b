import { Migration } from '@mikro-orm/migrations';

/** What is said once of a whole database: the id by which its servers know what belongs to them. */
export class InstallationSqlite extends Migration {
  override up(): void {
    this.addSql(
      'create table `installation` (`name` text not null, `value` text not null, primary key (`name`));',
    );
  }
}
