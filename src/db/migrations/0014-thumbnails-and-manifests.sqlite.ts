import { Migration } from '@mikro-orm/migrations';

/** Small copies of the pictures of references, and the lines of manifests that imports tell of. */
export class ThumbnailsAndManifestsSqlite extends Migration {
  override up(): void {
    this.addSql('alter table `application` add column `keeps_thumbnails` integer not null default false;');
    this.addSql('alter table `reference` add column `thumbnail_id` text null;');
    this.addSql('alter table `reference_import_line` add column `manifest_line` integer null;');
  }
}
