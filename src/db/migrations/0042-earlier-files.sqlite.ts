import { Migration } from '@mikro-orm/migrations';

/** Which pages the earlier file of a document had, and since when another one is in its place. */
export class EarlierFilesSqlite extends Migration {
  override up(): void {
    this.addSql('alter table `document` add column `earlier_pages` json null;');
    this.addSql('alter table `document` add column `date_replaced` datetime null;');
  }
}
