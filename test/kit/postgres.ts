import { randomUUID } from 'node:crypto';
import { entities } from '../../src/app/entities.js';
import { connect } from '../../src/db/connect.js';

/** Makes an empty database on a PostgreSQL server. @returns its address */
export async function newPostgresDatabase(server: string): Promise<string> {
  const name = `loupe_test_${randomUUID().replaceAll('-', '')}`;
  const orm = await connect(server, entities, []);
  await orm.em.execute(`create database ${name}`);
  await orm.close(true);
  const address = new URL(server);
  address.pathname = `/${name}`;
  return address.href;
}
