import { Migration } from '@mikro-orm/migrations';

/** Snapshots of shards beside those of whole indexes, which are the one shard of one. */
export class SharedShardsPostgres extends Migration {
  override up(): void {
    this.addSql(
      'alter table "shared_snapshot" add column "shard_number" int not null default 0, add column "shard_count" int not null default 1;',
    );
    this.addSql(
      'alter table "shared_snapshot" alter column "shard_number" drop default, alter column "shard_count" drop default;',
    );
    this.addSql('alter table "shared_snapshot" drop constraint "shared_snapshot_pkey";');
    this.addSql(
      'alter table "shared_snapshot" add primary key ("application_id", "shard_number", "shard_count");',
    );
  }
}
