import { Migration } from '@mikro-orm/migrations';

/** Snapshots of indexes that servers give each other; a server alone has none. */
export class SharedSnapshotsSqlite extends Migration {
  override up(): void {
    this.addSql(
      'create table `shared_snapshot` (`application_id` text not null, `sequence` integer not null, `files` json not null, `held_until` datetime null, constraint `shared_snapshot_application_id_foreign` foreign key(`application_id`) references `application`(`id`) on delete cascade on update cascade, primary key (`application_id`));',
    );
    this.addSql(
      'create index `shared_snapshot_application_id_index` on `shared_snapshot` (`application_id`);',
    );
  }
}
