/**
 * SQLite ends a transaction by itself when it runs out of room or of memory (https://www.sqlite.org/lang_transaction.html,
 * "Response To Errors Within A Transaction"). What its caller sends afterwards would be made at once, each statement for
 * itself, and rolling it back would fail and leave the only connection taken for ever.
 */

interface TransactingDatabase {
  readonly inTransaction: boolean;
  prepare(sql: string): object;
}

const NOTHING = 'select 1 where 0';

export function requireLiveTransaction(database: Pick<TransactingDatabase, 'inTransaction'>): void {
  if (!database.inTransaction) throw new Error('SQLite has ended this transaction; nothing of it was made.');
}

/** Lets a transaction that is over be rolled back, and nothing else be done in it. */
export function endTransactionsWhole(database: TransactingDatabase): void {
  const prepare = database.prepare.bind(database);
  database.prepare = (sql) => {
    if (sql === 'rollback' && !database.inTransaction) return prepare(NOTHING);
    if (/^(savepoint|release|rollback to)\b/.test(sql)) requireLiveTransaction(database);
    return prepare(sql);
  };
}
