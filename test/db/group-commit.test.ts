/** Small writes that share commits. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { entities } from '../../src/app/entities.js';
import { Database } from '../../src/db/database.js';
import { GroupCommit } from '../../src/db/group-commit.js';
import type { BoundStatement } from '../../src/db/sqlite/sqlite-thread.js';

describe('a group commit', () => {
  const statement = (sql: string): BoundStatement => ({ sql, values: [] });

  it('takes what comes while the group before is written, and answers when it is durable', async () => {
    const groups: string[][] = [];
    const durable: string[] = [];
    let finish: () => void = () => undefined;
    const commit = async (statements: readonly BoundStatement[]) => {
      groups.push(statements.map(({ sql }) => sql));
      await new Promise<void>((resolve) => (finish = resolve));
    };
    const group = new GroupCommit(commit);
    const write = async (sql: string) => {
      await group.write(statement(sql));
      durable.push(sql);
    };
    const writes = ['a', 'b', 'c'].map(write);
    expect(groups).toEqual([['a']]);
    expect(durable).toEqual([]);
    finish();
    await writes[0];
    expect(groups).toEqual([['a'], ['b', 'c']]);
    expect(durable).toEqual(['a']);
    finish();
    await Promise.all(writes);
    expect(durable).toEqual(['a', 'b', 'c']);
  });

  it('refuses one statement without the others', async () => {
    const written: string[] = [];
    const group = new GroupCommit(async (statements) => {
      await Promise.resolve();
      if (statements.some(({ sql }) => sql === 'bad')) throw new Error('no');
      written.push(...statements.map(({ sql }) => sql));
    });
    const outcomes = await Promise.allSettled(
      ['a', 'b', 'bad', 'c'].map((sql) => group.write(statement(sql))),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(written.toSorted()).toEqual(['a', 'b', 'c']);
  });
});

describe.each(['a file', 'memory'])('statements by themselves, with SQLite in %s', (where) => {
  let folder: string;
  let database: Database;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'loupe-group-'));
    const url = where === 'memory' ? 'sqlite::memory:' : `sqlite:${join(folder, 'loupe.sqlite')}`;
    database = await Database.open(url, entities);
    await database.reader().execute('create table noted (n integer primary key, text text)');
  });
  afterEach(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });

  const note = async (n: number) => database.write('insert into noted values (?, ?)', [n, `it’s ${n}`]);
  const noted = async () => database.readInThread<{ n: number }>('select n from noted order by n', []);

  it('are there for every reader once they are answered, beside transactions', async () => {
    const numbers = Array.from({ length: 50 }, (_, at) => at);
    await Promise.all(
      numbers.map(async (n) => {
        if (n % 5 > 0) return note(n);
        await database.transaction(({ em }) => em.execute('insert into noted values (?, ?)', [n, '']));
        return undefined;
      }),
    );
    expect((await noted()).map(({ n }) => n)).toEqual(numbers);
    expect(await database.reader().execute('select count(*) as n from noted')).toEqual([{ n: 50 }]);
  });

  it('are refused like others, and no other with them', async () => {
    const outcomes = await Promise.allSettled([note(1), note(1), note(2)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((await noted()).map(({ n }) => n)).toEqual([1, 2]);
  });

  it('belong to the transaction of `together`, which reads them', async () => {
    const undone = database.together(async () => {
      await note(7);
      expect((await noted()).map(({ n }) => n)).toEqual([7]);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await noted()).toEqual([]);
  });

  it('wait for a transaction that is open', async () => {
    let writing: Promise<void> = Promise.resolve();
    await database.transaction(async ({ em }) => {
      await em.execute('insert into noted values (1, ?)', ['first']);
      writing = note(1);
      writing.catch(() => undefined);
    });
    await expect(writing).rejects.toThrow(/UNIQUE/);
  });
});
