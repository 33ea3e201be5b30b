import { Migration } from '@mikro-orm/migrations';

export class LargeNumbersSqlite extends Migration {
  override up(): void {
    // SQLite's integers are as large as they need to be.
  }
}
