import {
  type AnyEntity,
  type Constructor,
  DefaultLogger,
  type EntityClass,
  type EntitySchema,
  type EventSubscriber,
  MikroORM,
  type Options,
} from '@mikro-orm/core';
import { type Migration, Migrator } from '@mikro-orm/migrations';
import { PostgreSqlDriver } from '@mikro-orm/postgresql';
import type { AbstractSqlDriver } from '@mikro-orm/sqlite';
import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { beginSession } from './postgres-sessions.js';
import type { SlowStatement } from '../kernel/diagnostics-events.js';
import { ReusingSqliteDriver } from './sqlite/sqlite-driver.js';

/** Called for statements that take long. */
interface StatementWatch {
  readonly slowMs: number;
  readonly onSlow: (statement: SlowStatement) => void;
}

/** Texts and numbers in SQL: what tenants wrote belongs in no log. */
const LITERALS = /'(?:[^']|'')*'|\b\d+(?:\.\d+)?\b/g;
const MAX_LOGGED_SQL = 2000;

export type EntityList = readonly (EntityClass<AnyEntity> | EntitySchema)[];

export function isPostgres(url: string): boolean {
  return /^postgres(ql)?:/.test(url);
}

export interface ConnectOptions {
  /** Watch what transactions write. */
  readonly subscribers?: readonly EventSubscriber[];
  readonly watch?: StatementWatch;
  /** Most connections to PostgreSQL at the same time. */
  readonly connections?: number;
}

const DEFAULT_CONNECTIONS = 10;
/** PostgreSQL's 8-byte integers, which `pg` gives as texts: none of ours is beyond what a number holds exactly. */
const INT8_OID = 20;

interface PoolOfPg {
  readonly options: {
    readonly types?: { setTypeParser(oid: number, parser: (text: string) => number): void };
  };
}

function onPoolCreated({ options }: PoolOfPg): void {
  options.types?.setTypeParser(INT8_OID, Number);
}

/** An ORM with its migrator, not connected yet; the schema is not touched. */
export async function connect(
  url: string,
  entities: EntityList,
  migrations: readonly { name: string; class: Constructor<Migration> }[],
  { subscribers = [], watch, connections = DEFAULT_CONNECTIONS }: ConnectOptions = {},
): Promise<MikroORM<AbstractSqlDriver>> {
  const common = {
    entities: [...entities],
    extensions: [Migrator],
    subscribers: [...subscribers],
    migrations: { migrationsList: [...migrations], snapshot: false, silent: true },
    // The rule that the first migrations gave to foreign keys; triggers are the migrations' own.
    schemaGenerator: { defaultUpdateRule: 'cascade', ignoreTriggers: true },
    // Dates are instants: written and read in UTC whatever the server's zone.
    forceUtcTimezone: true,
    ignoreUndefinedInQuery: false,
    ...(watch === undefined ? {} : telling(watch)),
  } satisfies Partial<Options>;
  if (isPostgres(url)) {
    return MikroORM.init<AbstractSqlDriver>({
      ...common,
      driver: PostgreSqlDriver,
      clientUrl: url,
      onCreateConnection: beginSession,
      driverOptions: {
        keepAlive: true,
        keepAliveInitialDelayMillis: 10_000,
        max: connections,
        onPoolCreated,
      },
    });
  }
  const file = url.replace(/^sqlite:/, '');
  if (file !== ':memory:') keepPrivate(file);
  return MikroORM.init<AbstractSqlDriver>({ ...common, driver: ReusingSqliteDriver, dbName: file });
}

function telling({
  slowMs,
  onSlow,
}: StatementWatch): Pick<Options, 'slowQueryThreshold' | 'slowQueryLoggerFactory'> {
  const logger = new DefaultLogger({ writer: () => undefined });
  logger.logQuery = ({ query = '', took = 0 }) => {
    onSlow({ sql: query.slice(0, MAX_LOGGED_SQL).replace(LITERALS, '?'), tookMs: took });
  };
  return { slowQueryThreshold: slowMs, slowQueryLoggerFactory: () => logger };
}

/** Makes the file where there is none, for its owner alone. SQLite gives the files beside it the same rights. */
function keepPrivate(file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  try {
    closeSync(openSync(file, 'a', 0o600));
    for (const each of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(each)) chmodSync(each, 0o600);
  } catch {
    // SQLite reports a file that cannot be written when it opens it.
  }
}
