import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entities } from '../../src/app/entities.js';
import { Database } from '../../src/db/database.js';

let folder: string;
let database: Database;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-sqlite-'));
  database = await Database.open(`sqlite:${join(folder, 'loupe.sqlite')}`, entities);
});

afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const execute = async (sql: string, values: unknown[] = []) =>
  database.reader().execute<Record<string, unknown>[]>(sql, values);

describe('the SQLite connection', () => {
  const settings: readonly [pragma: string, value: number | string][] = [
    ['journal_mode', 'wal'],
    ['synchronous', 2],
    ['foreign_keys', 1],
    ['busy_timeout', 1000],
    ['trusted_schema', 0],
  ];

  it.each(settings)('has %s = %s for readers and in transactions', async (pragma, value) => {
    const ofReader = await execute(`pragma ${pragma}`);
    const ofTransaction = await database.transaction(async ({ em }) =>
      em.execute<Record<string, unknown>[]>(`pragma ${pragma}`),
    );
    expect(ofReader.map((row) => Object.values(row))).toEqual([[value]]);
    expect(ofTransaction).toEqual(ofReader);
  });

  it('lets readers wait for a transaction, so that they see all of it or nothing', async () => {
    await execute('create table half (value integer)');
    const readings: Promise<unknown>[] = [];
    await database.transaction(async ({ em }) => {
      await em.execute('insert into half values (1)');
      readings.push(execute('select value from half order by value'));
      await em.execute('insert into half values (2)');
    });
    await expect(Promise.all(readings)).resolves.toEqual([[{ value: 1 }, { value: 2 }]]);
  });

  it('keeps every kind of value as it was given', async () => {
    await execute('create table kind (id integer primary key, value blob)');
    const values = [
      'it’s ? and ?? and \\? and \u0000',
      '',
      -1.5,
      Number.MAX_SAFE_INTEGER,
      2n ** 62n,
      Buffer.from([0, 39, 255]),
      null,
      true,
      new Date('2020-02-29T12:00:00.123Z'),
      { a: [1, "'"] },
    ];
    for (const [id, value] of values.entries()) {
      await execute('insert into kind (id, value) values (?, ?)', [id, value]);
    }
    const rows = await execute(
      'select case when typeof(value) = ? then cast(value as text) else value end as value from kind order by id',
      ['integer'],
    );
    expect(rows.map(({ value }) => value)).toEqual([
      'it’s ? and ?? and \\? and \u0000',
      '',
      -1.5,
      String(Number.MAX_SAFE_INTEGER),
      String(2n ** 62n),
      Buffer.from([0, 39, 255]),
      null,
      '1',
      String(Date.parse('2020-02-29T12:00:00.123Z')),
      '{"a":[1,"\'"]}',
    ]);
  });

  it('takes more values than SQLite can bind', async () => {
    await execute('create table many (value integer)');
    const values = Array.from({ length: 40_000 }, (_, value) => value);
    await execute('insert into many values (39999), (40000)');
    const rows = await execute(
      `select value from many where value in (${values.map(() => '?').join(', ')})`,
      values,
    );
    expect(rows).toEqual([{ value: 39_999 }]);
  });

  it('answers a statement that it has kept by the schema of today', async () => {
    await execute('create table changing (value integer)');
    await execute('insert into changing values (1)');
    await expect(execute('select * from changing')).resolves.toEqual([{ value: 1 }]);
    await execute("alter table changing add column name text default 'new'");
    await expect(execute('select * from changing')).resolves.toEqual([{ value: 1, name: 'new' }]);
    await execute('drop table changing');
    await expect(execute('select * from changing')).rejects.toThrow('no such table');
    await execute('create table changing (other text)');
    await expect(execute('select * from changing')).resolves.toEqual([]);
  });
});
