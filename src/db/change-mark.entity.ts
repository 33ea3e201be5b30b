import { defineEntity, p } from '@mikro-orm/core';

/**
 * Counts committed changes of what answers are kept of (`committed-cache.ts`). Triggers write it, so that nothing can forget
 * to. On PostgreSQL each session counts in a slot of its own: nobody waits for anybody, and the sum grows with every commit.
 */
export const ChangeMark = defineEntity({
  name: 'ChangeMark',
  tableName: 'change_mark',
  properties: {
    /** 0 on SQLite; the session's process on PostgreSQL. */
    slot: p.integer().primary().autoincrement(false),
    changes: p.bigint('number'),
  },
});
