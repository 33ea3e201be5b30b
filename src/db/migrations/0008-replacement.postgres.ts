import { Migration } from '@mikro-orm/migrations';

export class ReplacementPostgres extends Migration {
  override up(): void {
    this.addSql('alter table "document" add column "replacement" jsonb null;');
  }
}
