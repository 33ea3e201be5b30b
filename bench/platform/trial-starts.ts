/**
 * Starts several servers at the same moment, on an empty PostgreSQL database and on one that was made by the first version, and
 * reports how many died. Ends with 1 when one did.
 *
 *   npm run build && npm run trial:starts -- [--servers 3] [--rounds 20]
 */
import { parseArgs } from 'node:util';
import { entities } from '../../src/app/entities.js';
import { connect } from '../../src/db/connect.js';
import { migrationsFor } from '../../src/db/migrations/index.js';
import { newPostgresDatabase } from '../../test/kit/postgres.js';
import { ServerCluster } from './server-cluster.js';
import { wholeServers } from './server-plan.js';

const { values } = parseArgs({
  options: { servers: { type: 'string', default: '3' }, rounds: { type: 'string', default: '20' } },
});
const servers = Number(values.servers);
const rounds = Number(values.rounds);

/** Brings a database to the schema of the first version. */
async function makeOld(url: string): Promise<void> {
  const orm = await connect(url, entities, migrationsFor(url).slice(0, 1));
  await orm.migrator.up();
  await orm.close(true);
}

const cluster = await ServerCluster.prepare(wholeServers(servers));
const deaths: string[] = [];
try {
  for (const kind of ['empty', 'old'] as const) {
    const startsMs: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const url = await newPostgresDatabase(cluster.postgres.url);
      if (kind === 'old') await makeOld(url);
      const started = await Promise.allSettled(cluster.servers.map(async (_, at) => cluster.start(at, url)));
      for (const each of started) {
        if (each.status === 'fulfilled') startsMs.push(each.value.startMs);
        else deaths.push(`${kind}: ${String(each.reason)}`);
      }
      await cluster.killAll();
    }
    startsMs.sort((a, b) => a - b);
    const median = startsMs[Math.floor(startsMs.length / 2)] ?? 0;
    process.stdout.write(
      `${rounds} times ${servers} servers at once on an ${kind} database: ${startsMs.length} of ` +
        `${rounds * servers} got ready, after ${median.toFixed(0)} ms at the median\n`,
    );
  }
} finally {
  await cluster.close();
}
for (const death of deaths) process.stdout.write(`${death}\n`);
if (deaths.length > 0) process.exitCode = 1;
