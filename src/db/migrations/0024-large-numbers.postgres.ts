import { Migration } from '@mikro-orm/migrations';

/** Keys, numbers of changes and sizes of files beyond 2.1 billion. SQLite's integers always were that large. */
export class LargeNumbersPostgres extends Migration {
  override up(): void {
    for (const [table, column] of [
      ['reference', 'key'],
      ['reference', 'sequence'],
      ['reference_keyword', 'reference_key'],
      ['application', 'sequence'],
      ['shared_snapshot', 'sequence'],
      ['stored_file', 'size_bytes'],
    ]) {
      this.addSql(`alter table "${table}" alter column "${column}" type bigint;`);
    }
    this.addSql('alter sequence "reference_key_seq" as bigint;');
  }
}
