import { Migration } from '@mikro-orm/migrations';

/** Snapshots of shards beside those of whole indexes. A server alone has none, so that nothing need be kept. */
export class SharedShardsSqlite extends Migration {
  override up(): void {
    this.addSql('drop table `shared_snapshot`;');
    this.addSql(
      'create table `shared_snapshot` (`application_id` text not null, `shard_number` integer not null, `shard_count` integer not null, `sequence` integer not null, `files` json not null, `held_until` datetime null, constraint `shared_snapshot_application_id_foreign` foreign key(`application_id`) references `application`(`id`) on delete cascade on update cascade, primary key (`application_id`, `shard_number`, `shard_count`));',
    );
    this.addSql(
      'create index `shared_snapshot_application_id_index` on `shared_snapshot` (`application_id`);',
    );
  }
}
