import { Migration } from '@mikro-orm/migrations';

export class ReplacementSqlite extends Migration {
  override up(): void {
    this.addSql('alter table `document` add column `replacement` json null;');
  }
}
