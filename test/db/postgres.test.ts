/** What servers that share a PostgreSQL database do to each other. */
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { entities } from '../../src/app/entities.js';
import { ApplicationCounters } from '../../src/engine/application-counters.js';
import { counterNames, Application } from '../../src/engine/application.entity.js';
import { systemClock } from '../../src/kernel/clock.js';
import { Database } from '../../src/db/database.js';
import { newId } from '../../src/kernel/ids.js';
import { newPostgresDatabase } from '../kit/servers/postgres.js';

describe('several servers on one PostgreSQL database', () => {
  let url: string;
  const opened: Database[] = [];

  beforeEach(async () => {
    url = await newPostgresDatabase();
  });
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
  });

  async function open(): Promise<Database> {
    const database = await Database.open(url, entities);
    opened.push(database);
    return database;
  }

  it('make the schema once when they start at the same time', async () => {
    const databases = await Promise.all(Array.from({ length: 4 }, open));
    for (const database of databases) expect(await database.reader().count(Application, {})).toBe(0);
  });

  it('make the database once when there is none', async () => {
    const address = new URL(url);
    address.pathname = `${address.pathname}_new`;
    url = address.href;
    await expect(Promise.all(Array.from({ length: 3 }, open))).resolves.toHaveLength(3);
  });

  it('answer what was asked before they closed, also when each statement needs a new connection', async () => {
    const database = await Database.open(url, entities);
    const asked = Array.from({ length: 30 }, async () => database.reader().execute('select 1 as one'));
    // Connections are being opened.
    await setImmediate();
    await database.close();
    expect(await Promise.all(asked)).toEqual(asked.map(() => [{ one: 1 }]));
  });

  it('neither wait long for a row nor hold one for ever', async () => {
    const database = await open();
    const settings = [
      ['lock_timeout', '5s'],
      ['idle_in_transaction_session_timeout', '15s'],
      ['tcp_keepalives_idle', '10'],
    ] as const;
    for (const [name, value] of settings) {
      expect(await database.reader().execute(`show ${name}`)).toEqual([{ [name]: value }]);
    }
  });

  it('refuse a change while another one holds the row, and say that it may be tried again', async () => {
    const [one, other] = [await open(), await open()];
    const change = async (database: Database, meanwhile: () => Promise<void>) =>
      database.transaction(async ({ em }) => {
        await em.execute('update counted set n = n + 1');
        await meanwhile();
      });
    await one.reader().execute('create table counted as select 0 as n');
    await change(one, async () => {
      const refused = change(other, () => Promise.resolve());
      await expect(refused).rejects.toMatchObject({ code: 'OVERLOADED' });
    });
    await change(other, () => Promise.resolve());
    expect(await one.reader().execute('select n from counted')).toEqual([{ n: 2 }]);
  });

  it('refuse to see one moment of what another one keeps to itself, and say that it may be tried again', async () => {
    const [one, other] = [await open(), await open()];
    await one.reader().execute('create table kept as select 0 as n');
    const read = async () => other.snapshot(async (em) => em.execute('select n from kept'));
    await one.transaction(async ({ em }) => {
      await em.execute('lock table kept in access exclusive mode');
      await expect(read()).rejects.toMatchObject({ code: 'OVERLOADED' });
    });
    expect(await read()).toEqual([{ n: 0 }]);
  });

  it('hear of each other, also after a connection was lost', async () => {
    const [one, other] = [await open(), await open()];
    const heard: string[] = [];
    const next = (wanted: string) =>
      new Promise<void>((resolve) => {
        other.onNotice('loupe_job', (payload) => {
          heard.push(payload);
          if (payload === wanted) resolve();
        });
      });
    await next('');
    const first = next('first');
    await one.notify('loupe_job', 'first');
    await first;
    const again = next('');
    await one
      .reader()
      .execute("select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%'");
    await again;
    const second = next('second');
    await one.notify('loupe_job', 'second');
    await second;
    expect(heard).toContain('second');
  });

  it('close while notices are being sent', async () => {
    for (let round = 0; round < 5; round += 1) {
      const database = await Database.open(url, entities);
      const told = Array.from({ length: 20 }, async () => database.notify('loupe_job', 'x'));
      await database.close();
      await expect(Promise.all(told)).resolves.toHaveLength(20);
    }
  });

  it('count together, whatever the order in which things happened', async () => {
    const databases = [await open(), await open()];
    const ids = [newId(), newId(), newId()];
    const now = systemClock.now();
    const common = {
      kind: 'media',
      purpose: 'engine',
      settings: {},
      dateCreated: now,
      dateModified: now,
    } as const;
    await databases[0]?.transaction(async ({ em }) => {
      for (const id of ids) em.create(Application, { id, name: id, ...common });
    });
    const [one, other] = databases.map((database) => new ApplicationCounters(database, systemClock));
    for (let round = 0; round < 25; round += 1) {
      for (const id of ids) for (const name of counterNames) one?.note(id, name);
      for (const id of ids.toReversed()) for (const name of counterNames.toReversed()) other?.note(id, name);
      await Promise.all([one?.flush(), other?.flush()]);
    }
    for (const id of ids) {
      const [month] = (await one?.read(id)) ?? [];
      expect(Object.values(month?.counts ?? {})).toEqual(counterNames.map(() => 50));
    }
    expect(await databases[0]?.reader().count(Application, {})).toBe(3);
  });
});
