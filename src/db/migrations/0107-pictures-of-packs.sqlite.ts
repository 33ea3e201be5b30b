import { Migration } from '@mikro-orm/migrations';

/** Icons and thumbnails of packs, and how many keypoints of a page they hold. */
export class PicturesOfPacksSqlite extends Migration {
  override up(): void {
    this.addSql('alter table `pack` add column `with_icons` integer not null default false;');
    this.addSql('alter table `pack` add column `with_thumbnails` integer not null default false;');
    this.addSql('alter table `pack` add column `keypoints` integer not null default 500;');
    this.addSql('alter table `pack` add column `picture_bytes` integer not null default 0;');
  }
}
