import { Migration } from '@mikro-orm/migrations';

/** The organizations of a subtree are few among millions of pages. */
export class SubtreesSqlite extends Migration {
  override up(): void {
    this.addSql('create index `node_type_path_index` on `node` (`type`, `path`);');
  }
}
