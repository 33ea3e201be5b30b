import { Migration } from '@mikro-orm/migrations';
import { changeTriggers } from './change-triggers.js';

/**
 * A subtree is a prefix of paths, which PostgreSQL finds by an index where they are compared byte by byte only; and the
 * organizations of a subtree are few among millions of pages.
 */
export class SubtreesPostgres extends Migration {
  override up(): void {
    // A column cannot change below its trigger.
    const triggers = changeTriggers().filter(({ table, when }) => table === 'node' && when.includes('path'));
    for (const { name, table } of triggers) this.addSql(`drop trigger "${name}" on "${table}";`);
    this.addSql('alter table "node" alter column "path" type text collate "C";');
    for (const { name, table, when } of triggers) {
      this.addSql(
        `create trigger "${name}" after ${when} on "${table}" for each row execute function "count_change"();`,
      );
    }
    this.addSql('create index "node_type_path_index" on "node" ("type", "path");');
  }
}
