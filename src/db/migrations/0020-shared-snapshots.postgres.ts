import { Migration } from '@mikro-orm/migrations';

/** Snapshots of indexes that servers give each other. */
export class SharedSnapshotsPostgres extends Migration {
  override up(): void {
    this.addSql(
      'create table "shared_snapshot" ("application_id" uuid not null, "sequence" int not null, "files" jsonb not null, "held_until" timestamptz null, primary key ("application_id"));',
    );
    this.addSql(
      'alter table "shared_snapshot" add constraint "shared_snapshot_application_id_foreign" foreign key ("application_id") references "application" ("id") on update cascade on delete cascade;',
    );
  }
}
