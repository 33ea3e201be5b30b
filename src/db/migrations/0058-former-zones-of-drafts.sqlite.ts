import { Migration } from '@mikro-orm/migrations';

/** Zones that only a draft had and that it deleted: under their ids they may come back. */
export class FormerZonesOfDraftsSqlite extends Migration {
  override up(): void {
    this.addSql('alter table `draft` add column `former_zones` json null;');
  }
}
