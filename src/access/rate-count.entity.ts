import { defineEntity, p } from '@mikro-orm/core';

/**
 * What several servers of one database have counted together. `rate-limiter-flexible` writes and reads it; a server
 * alone counts in memory.
 */
export const RateCount = defineEntity({
  name: 'RateCount',
  tableName: 'rate_count',
  properties: {
    key: p.string().primary(),
    points: p.integer(),
    /** Milliseconds since 1970. */
    expire: p.bigint('number').nullable(),
  },
});
