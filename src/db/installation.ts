/** The id of this Loupe: all servers on one database have the same, and no other has it. */
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { newId } from '../kernel/ids.js';
import type { Database } from './database.js';

/** What is said once of a whole database. */
export const Installation = defineEntity({
  name: 'Installation',
  tableName: 'installation',
  properties: {
    /** Name of the value: `cluster` identifies this Loupe, with all servers on its database. */
    name: p.string().primary(),
    value: p.string(),
  },
});
export type Installation = InferEntity<typeof Installation>;

const CLUSTER = 'cluster';

const known = new WeakMap<Database, Promise<string>>();

/** @returns the id, made when it is first asked for */
export function clusterIdOf(database: Database): Promise<string> {
  const cached = known.get(database);
  if (cached !== undefined) return cached;
  const asked = find(database).catch((error: unknown) => {
    known.delete(database);
    throw error;
  });
  known.set(database, asked);
  return asked;
}

async function find(database: Database): Promise<string> {
  const read = async () => database.reader().findOne(Installation, { name: CLUSTER });
  const found = await read();
  if (found !== null) return found.value;
  // Another server may have begun at the same moment.
  await database.write('insert into installation (name, value) values (?, ?) on conflict (name) do nothing', [
    CLUSTER,
    newId(),
  ]);
  const made = await read();
  if (made === null) throw new Error('The database does not keep the id of the cluster.');
  return made.value;
}
