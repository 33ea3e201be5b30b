import { Migration } from '@mikro-orm/migrations';

/** Size of the pictures by which packs tell pages apart that look like each other. */
export class ComparisonsOfPacksSqlite extends Migration {
  override up(): void {
    this.addSql('alter table `pack` add column `comparison_bytes` integer not null default 0;');
  }
}
