import { Migration } from '@mikro-orm/migrations';

/** Operations tell their element and what they changed. */
export class OperationChangesSqlite extends Migration {
  override up(): void {
    for (const column of [
      '`user_id` text null',
      '`element_id` text null',
      "`element_type` text not null default ''",
      "`element_name` text not null default ''",
      "`path` text not null default ''",
      '`changes` json null',
      '`changes_left_out` integer not null default 0',
    ]) {
      this.addSql(`alter table \`operation_record\` add column ${column};`);
    }
    nameElements.forEach((statement) => this.addSql(statement));
  }
}

/** Names the elements of the operations that there are, as far as they are still there. */
export const nameElements: readonly string[] = [
  'update operation_record set element_id = node_id where node_id is not null',
  ...['type', 'name', 'path'].map(
    (column) =>
      `update operation_record
       set ${column === 'path' ? 'path' : `element_${column}`} =
         coalesce((select n.${column} from node n where n.id = operation_record.node_id), '')
       where node_id is not null`,
  ),
];
