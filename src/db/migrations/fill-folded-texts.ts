/** Fills the columns that searches compare for titles and actions that were written before there were such columns. */
import { foldTargets } from '../../kernel/action-targets.js';
import { foldText } from '../../kernel/text-fold.js';

export type Execute = (sql: string, values: unknown[]) => Promise<readonly object[]>;

interface TitleRow {
  readonly id: string;
  readonly value: string;
}

interface ActionRow {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly content: string;
}

/** Rows that are held in memory at a time. */
const BATCH = 1000;
/** Comes before every id. */
const FIRST = '00000000-0000-0000-0000-000000000000';

/** @param execute runs a statement of the SQL that both databases understand, with question marks for its values */
export async function fillFoldedTexts(execute: Execute): Promise<void> {
  await eachBatch<TitleRow>(execute, 'id, value from title', async ({ id, value }) => {
    if (value !== '') await execute('update title set value_folded = ? where id = ?', [foldText(value), id]);
  });
  await eachBatch<ActionRow>(execute, 'id, name, type, content from action', async (row) => {
    const folded = [foldText(row.name), foldTargets(row.type, row.content)];
    await execute('update action set name_folded = ?, target_folded = ? where id = ?', [...folded, row.id]);
  });
}

/** @param columns `id, … from …` */
export async function eachBatch<Row extends { readonly id: string }>(
  execute: Execute,
  columns: string,
  fill: (row: Row) => Promise<void>,
): Promise<void> {
  let after = FIRST;
  for (;;) {
    const sql = `select ${columns} where id > ? order by id limit ${BATCH}`;
    const rows = (await execute(sql, [after])) as readonly Row[];
    for (const row of rows) await fill(row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return;
    after = last.id;
  }
}
