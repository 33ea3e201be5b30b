import { Migration } from '@mikro-orm/migrations';

/** Imports that only try, that look for no duplicates, and how fast they are. */
export class ImportRunsSqlite extends Migration {
  override up(): void {
    this.addSql('alter table `reference_import` add column `is_dry_run` integer not null default false;');
    this.addSql(
      'alter table `reference_import` add column `checks_duplicates` integer not null default true;',
    );
    this.addSql('alter table `reference_import` add column `date_started` datetime null;');
    this.addSql('alter table `reference_import` add column `done_at_start` integer not null default 0;');
  }
}
