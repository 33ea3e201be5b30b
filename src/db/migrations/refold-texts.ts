/** Folds again what searches and lists compare, after the way to fold was changed. Rows that stay the same are not written. */
import { foldTargets } from '../../kernel/action-targets.js';
import { foldText, sortKeyOf } from '../../kernel/text-fold.js';
import { eachBatch, type Execute } from './fill-folded-texts.js';

/** Texts of a row by their columns. */
type Row = Readonly<Record<string, string | null>> & { readonly id: string };

interface Folded {
  readonly table: string;
  /** Texts that are folded. */
  readonly texts: readonly string[];
  /** Columns that are made of them. */
  readonly columns: Readonly<Record<string, (row: Row) => string>>;
}

const text = (row: Row, column: string) => row[column] ?? '';

const all: readonly Folded[] = [
  {
    table: 'node',
    texts: ['name'],
    columns: {
      name_folded: (row) => foldText(text(row, 'name')),
      name_sort_key: (row) => sortKeyOf(text(row, 'name')),
    },
  },
  { table: 'title', texts: ['value'], columns: { value_folded: (row) => foldText(text(row, 'value')) } },
  {
    table: 'action',
    texts: ['name', 'type', 'content'],
    columns: {
      name_folded: (row) => foldText(text(row, 'name')),
      target_folded: (row) => foldTargets(text(row, 'type'), text(row, 'content')),
    },
  },
  {
    table: 'user_account',
    texts: ['user_name', 'mail', 'first_name', 'last_name'],
    columns: {
      search_folded: (row) =>
        foldText(['user_name', 'mail', 'first_name', 'last_name'].map((name) => text(row, name)).join(' ')),
    },
  },
];

/** @param execute runs a statement of the SQL that both databases understand, with question marks for its values */
export async function refoldTexts(execute: Execute): Promise<void> {
  for (const { table, texts, columns } of all) {
    const names = Object.keys(columns);
    const read = `${['id', ...texts, ...names].join(', ')} from ${table}`;
    const write = `update ${table} set ${names.map((name) => `${name} = ?`).join(', ')} where id = ?`;
    await eachBatch<Row>(execute, read, async (row) => {
      const folded = Object.values(columns).map((fold) => fold(row));
      const isSame = folded.every((value, at) => value === row[names[at] ?? '']);
      if (!isSame) await execute(write, [...folded, row.id]);
    });
  }
}
