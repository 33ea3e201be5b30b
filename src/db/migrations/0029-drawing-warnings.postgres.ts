import { Migration } from '@mikro-orm/migrations';

/** What of files and their pages is not drawn as it is printed. Of those that were drawn before nothing is known. */
export class DrawingWarningsPostgres extends Migration {
  override up(): void {
    this.addSql('alter table "image" add column "warnings" jsonb null;');
    this.addSql('alter table "document" add column "warnings" jsonb null;');
  }
}
