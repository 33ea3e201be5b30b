import { Migration } from '@mikro-orm/migrations';

/** Imports that only try, that look for no duplicates, and how fast they are. */
export class ImportRunsPostgres extends Migration {
  override up(): void {
    this.addSql('alter table "reference_import" add column "is_dry_run" boolean not null default false;');
    this.addSql(
      'alter table "reference_import" add column "checks_duplicates" boolean not null default true;',
    );
    this.addSql('alter table "reference_import" add column "date_started" timestamptz null;');
    this.addSql('alter table "reference_import" add column "done_at_start" int not null default 0;');
  }
}
