/** The session that receives notices: statements sent to it while it is busy. */
import type { MikroORM } from '@mikro-orm/core';
import type { AbstractSqlDriver } from '@mikro-orm/sqlite';
import { expect, test } from 'vitest';
import { Notices } from '../../src/db/notices.js';

/** A session whose statements take a turn of the event loop each. */
class SlowSession {
  readonly asked: string[] = [];
  mostAtOnce = 0;
  private running = 0;

  async query(text: string): Promise<{ readonly rows: readonly unknown[] }> {
    this.asked.push(text);
    this.running += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.running);
    await new Promise((resolve) => setImmediate(resolve));
    this.running -= 1;
    if (text.includes('broken')) throw new Error('The statement is broken.');
    return { rows: [] };
  }

  on(): this {
    return this;
  }

  release(): void {
    // Nothing holds it.
  }
}

function noticesOn(session: SlowSession): Notices {
  const pool = { connect: async () => session };
  const connection = { getNativeClient: async () => pool };
  return new Notices({ em: { getConnection: () => connection } } as unknown as MikroORM<AbstractSqlDriver>);
}

test('subscriptions to channels at the same time go to the session in order', async () => {
  const session = new SlowSession();
  const notices = noticesOn(session);
  await notices.keepName('a server');
  for (const channel of ['first', 'broken', 'last']) notices.listen(channel, () => {});
  await expect
    .poll(() => session.asked.slice(1))
    .toEqual(['listen "first"', 'listen "broken"', 'listen "last"']);
  expect(session.mostAtOnce).toBe(1);
  await notices.close();
});
