import { Migration } from '@mikro-orm/migrations';

/** When an element was itself changed, beside the date that moves with its texts, too. So far the two were one. */
export class OwnChangesSqlite extends Migration {
  override up(): void {
    this.addSql('alter table `node` add column `date_own_change` datetime null;');
    this.addSql('update `node` set `date_own_change` = `date_modified`;');
  }
}
