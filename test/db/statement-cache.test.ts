import { expect, test } from 'vitest';
import { reusePreparedStatements } from '../../src/db/sqlite/sqlite-driver.js';

/** A database that records what it prepared. */
function newDatabase() {
  const prepared: string[] = [];
  const database = {
    prepare: (sql: string): object => {
      prepared.push(sql);
      return { sql };
    },
  };
  reusePreparedStatements(database);
  return { database, prepared };
}

test('a statement is prepared once for the same text', () => {
  const { database, prepared } = newDatabase();
  const first = database.prepare('select 1');
  database.prepare('select 2');
  expect(database.prepare('select 1')).toBe(first);
  expect(prepared).toEqual(['select 1', 'select 2']);
});

test('the cache holds a limited number of statements, those used last', () => {
  const { database, prepared } = newDatabase();
  for (let index = 0; index < 500; index += 1) database.prepare(`select ${index}`);
  database.prepare('select 0');
  database.prepare('select 500');
  prepared.length = 0;
  database.prepare('select 0');
  database.prepare('select 1');
  expect(prepared).toEqual(['select 1']);
});

test('long statements are kept only while they are not too long together, and very long ones never', () => {
  const { database, prepared } = newDatabase();
  const long = (index: number) => `select ${index} -- ${'x'.repeat(15_000)}`;
  for (let index = 0; index < 70; index += 1) database.prepare(long(index));
  const huge = `select 'x' -- ${'x'.repeat(25_000)}`;
  database.prepare(huge);
  prepared.length = 0;
  database.prepare(long(69));
  database.prepare(long(0));
  database.prepare(huge);
  expect(prepared).toEqual([long(0), huge]);
});

test('a statement that cannot be prepared fails each time', () => {
  const database = {
    prepare: (): object => {
      throw new Error('no such table');
    },
  };
  reusePreparedStatements(database);
  expect(() => database.prepare()).toThrow('no such table');
  expect(() => database.prepare()).toThrow('no such table');
});
