/** Runs in a thread with a connection of its own to the server's SQLite file: one message, one answer, in order. */
import Sqlite from 'better-sqlite3';
import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadAnswer, ThreadRequest } from './sqlite-thread.js';

const { file, pragmas } = workerData as { readonly file: string; readonly pragmas: readonly string[] };
const connection = new Sqlite(file);
for (const pragma of pragmas) connection.pragma(pragma);

const MAX_CACHED = 200;
const cache = new Map<string, Sqlite.Statement>();

function prepared(sql: string): Sqlite.Statement {
  let statement = cache.get(sql);
  if (statement === undefined) {
    statement = connection.prepare(sql);
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(sql, statement);
  }
  return statement;
}

/** All statements in one transaction, or none. */
function write({ statements }: Extract<ThreadRequest, { kind: 'write' }>): void {
  connection.exec('begin immediate');
  try {
    for (const { sql, values } of statements) prepared(sql).run(...values);
    connection.exec('commit');
  } catch (error) {
    // SQLite has ended it by itself where it ran out of room.
    if (connection.inTransaction) connection.exec('rollback');
    throw error;
  }
}

parentPort?.on('message', (request: ThreadRequest) => {
  const { id } = request;
  let answer: ThreadAnswer;
  try {
    const rows =
      request.kind === 'read' ? prepared(request.sql).all(...request.values) : (write(request), []);
    answer = { id, rows };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : null;
    answer = { id, failure: error instanceof Error ? error.message : String(error), code };
  }
  parentPort?.postMessage(answer);
});
