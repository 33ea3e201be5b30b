/** The work that waits for the end of a transaction. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { entities } from '../../src/app/entities.js';
import { Database } from '../../src/db/database.js';

let database: Database;

beforeEach(async () => {
  database = await Database.open('sqlite::memory:', entities);
});

afterEach(() => database.close());

const failing = (message: string) => async () => {
  throw new Error(message);
};

test('after a commit every step runs, in order, even when those before it fail', async () => {
  const ran: string[] = [];
  const changing = database.transaction(async ({ afterCommit }) => {
    afterCommit(() => void ran.push('first'));
    afterCommit(failing('the index is closed'));
    afterCommit(() => {
      throw new Error('the disk is full');
    });
    afterCommit(async () => void ran.push('last'));
  });
  const error: unknown = await changing.catch((caught: unknown) => caught);
  expect(ran).toEqual(['first', 'last']);
  expect(error).toBeInstanceOf(AggregateError);
  expect((error as AggregateError).errors).toMatchObject([
    { message: 'the index is closed' },
    { message: 'the disk is full' },
  ]);
  expect((error as AggregateError).message).toMatch(/^The change was made/);
});

test('a change is kept when a step after its commit fails', async () => {
  await database.transaction(({ em }) => em.execute('create table kept (id integer)').then(() => undefined));
  const changing = database.transaction(async ({ em, afterCommit }) => {
    afterCommit(failing('no'));
    await em.execute('insert into kept values (7)');
  });
  await expect(changing).rejects.toThrow(AggregateError);
  expect(await database.reader().execute('select id from kept')).toEqual([{ id: 7 }]);
});

test('after a roll-back every step runs, and the caller learns why the change was not made', async () => {
  const ran: string[] = [];
  const refused = new Error('refused');
  const changing = database.transaction(async ({ afterRollback }) => {
    afterRollback(() => void ran.push('first'));
    afterRollback(() => void ran.push('last'));
    throw refused;
  });
  await expect(changing).rejects.toBe(refused);
  expect(ran).toEqual(['first', 'last']);
});

test('a failing step after a roll-back hides neither the reason nor the steps behind it', async () => {
  const ran: string[] = [];
  const refused = new Error('refused');
  const changing = database.transaction(async ({ afterRollback }) => {
    afterRollback(failing('the disk is gone'));
    afterRollback(() => void ran.push('last'));
    throw refused;
  });
  const error: unknown = await changing.catch((caught: unknown) => caught);
  expect(ran).toEqual(['last']);
  expect((error as AggregateError).errors).toMatchObject([refused, { message: 'the disk is gone' }]);
});
