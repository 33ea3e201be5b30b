import { Migration } from '@mikro-orm/migrations';

/** Icons and thumbnails of packs, and how many keypoints of a page they hold. */
export class PicturesOfPacksPostgres extends Migration {
  override up(): void {
    this.addSql(
      'alter table "pack" add column "with_icons" boolean not null default false, add column "with_thumbnails" boolean not null default false, add column "keypoints" int not null default 500, add column "picture_bytes" bigint not null default 0;',
    );
  }
}
