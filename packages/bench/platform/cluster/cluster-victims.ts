/** What of a cluster can be hurt, and how it comes back. */
import { randomInt } from 'node:crypto';
import type { ServerCluster } from './server-cluster.js';
import type { ServersByRole } from '../server-plan.js';

export interface Victim {
  /** A role, or what serves the servers. */
  readonly kind: string;
  /** How often it is drawn, against the others. */
  readonly weight: number;
  /** Kills it, or stops it as a crash would. @returns what brings it back */
  readonly hurt: () => Promise<() => Promise<void>>;
}

export function victimsOf(cluster: ServerCluster, byRole: ServersByRole | null): readonly Victim[] {
  const servers = cluster.plan.map(({ roles }, at) => ({
    kind: roles,
    weight: 1,
    hurt: async () => {
      await cluster.kill(at);
      return async () => void (await cluster.start(at));
    },
  }));
  const database = {
    kind: 'database',
    weight: servers.length / 4,
    hurt: async () => {
      await cluster.postgres.stop('immediate');
      return async () => cluster.postgres.startAgain();
    },
  };
  if (byRole === null) return [...servers, database];
  const { nats, bucket } = byRole;
  const others = [
    {
      kind: 'nats',
      weight: 1.5,
      hurt: async () => {
        await nats.stop();
        return async () => nats.startAgain();
      },
    },
    {
      kind: 'bucket',
      weight: 1,
      hurt: async () => {
        bucket.cut();
        return async () => Promise.resolve(bucket.mend());
      },
    },
  ];
  return [...servers, database, ...others];
}

/** @throws Error when there are none */
export function drawVictim(victims: readonly Victim[]): Victim {
  const total = victims.reduce((sum, { weight }) => sum + weight, 0);
  let left = (randomInt(2 ** 31) / 2 ** 31) * total;
  for (const victim of victims) {
    left -= victim.weight;
    if (left < 0) return victim;
  }
  throw new Error('There is nothing to hurt.');
}
