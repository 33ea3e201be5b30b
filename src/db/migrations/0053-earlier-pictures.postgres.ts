import { Migration } from '@mikro-orm/migrations';

/** The small picture of a page's earlier file. Of those that were replaced before there is none. */
export class EarlierPicturesPostgres extends Migration {
  override up(): void {
    this.addSql('alter table "document_change" add column "thumbnail_id" uuid null;');
  }
}
