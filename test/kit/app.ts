/** A whole Loupe of its own for one test file: real database, real ports chosen by the system, temporary folder. */
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DestinationStream } from 'pino';
import { type App, type AppOptions, createApp } from '../../src/app.js';
import type { Clock } from '../../src/kernel/clock.js';
import { type Config, readConfig } from '../../src/config.js';
import { openLog } from '../../src/kernel/log.js';
import { startBalancer } from './servers/balancer.js';
import { isOnPostgres, migratedPostgresDatabase } from './servers/postgres.js';

export interface TestApp {
  /** Where there are several, the first of them. */
  readonly app: App;
  readonly config: Config;
  /** Where the command line finds what this server works on. */
  readonly environment: Readonly<Record<string, string>>;
  /** Base address of the main port, without a trailing slash. */
  readonly url: string;
  readonly modifyUrl: string;
  readonly queryUrl: string;
  readonly folder: string;
  /** Stops the server and starts a new one on the same data, at the same main address. */
  restart(whileDown?: () => Promise<void>): Promise<TestApp>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
  /** Where log lines go; LOUPE_LOG_LEVEL says which. */
  readonly logTo?: DestinationStream;
  readonly onRoute?: AppOptions['onRoute'];
  readonly openVision?: AppOptions['openVision'];
  readonly openDecoder?: AppOptions['openDecoder'];
  /** Of a test that breaks what work beside the requests needs; any other test fails where such work does. */
  readonly mayFailBeside?: boolean;
  /** One server even where there are two for each Loupe: the test looks into it, or speaks HTTP byte by byte. */
  readonly isAlone?: boolean;
  /** None unless told otherwise: what tests see of the server does not depend on what was built. */
  readonly consoleFolder?: string | null;
  readonly guideFolder?: string | null;
}

/** Passwords of tests protect nothing: each costs a hundredth of a real one. */
export const QUICK_HASHES = { memoryKib: 64, passes: 1 };

/** Servers behind each address: LOUPE_TEST_SERVERS=2, on PostgreSQL. */
const serverCount = Number(process.env['LOUPE_TEST_SERVERS'] ?? '1');

/**
 * With LOUPE_TEST_DATABASE=postgres every app has a PostgreSQL database of its own instead of a SQLite file; with
 * LOUPE_TEST_SERVERS=2 it is two servers on that database, which answer requests alternately. With LOUPE_TEST_BLOBS_URL, the
 * address of a bucket, each has files of its own there instead of a folder.
 */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'loupe-test-'));
  const environment = {
    // Their jobs would run beside whatever a test looks at; tests of proposals switch them on.
    LOUPE_PROPOSALS: 'false',
    LOUPE_OCR: 'false',
    ...(isOnPostgres ? { LOUPE_DATABASE_URL: await migratedPostgresDatabase() } : {}),
    ...(serverCount > 1 ? shared(folder, options.environment?.['LOUPE_BLOBS_URL'] !== undefined) : {}),
    ...ownFiles(process.env['LOUPE_TEST_BLOBS_URL']),
    ...options.environment,
  };
  await beginWithTemplate(folder, environment);
  return startIn(folder, { ...options, environment });
}

/** A SQLite file with the present schema, so that the migrations run once for all tests. */
async function beginWithTemplate(
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const template = process.env['LOUPE_TEST_TEMPLATE'];
  const isElsewhere = ['LOUPE_DATABASE_URL', 'LOUPE_DATA'].some((name) => name in environment);
  if (template !== undefined && !isElsewhere) await copyFile(template, join(folder, 'loupe.sqlite'));
}

/** What servers of one database have in common. */
function shared(folder: string, hasBucket: boolean): Readonly<Record<string, string>> {
  return {
    ...(hasBucket ? {} : { LOUPE_FILES_FOLDER: join(folder, 'files') }),
    LOUPE_MAIL_FOLDER: join(folder, 'mail'),
    LOUPE_SECRET_KEY: randomUUID(),
  };
}

function ownFiles(bucket: string | undefined): Readonly<Record<string, string>> {
  if (bucket === undefined) return {};
  const url = new URL(bucket);
  url.pathname = `/${randomUUID()}`;
  return { LOUPE_BLOBS_URL: url.href };
}

interface StartedServer {
  readonly app: App;
  readonly config: Config;
  readonly ports: Ports;
}

type Ports = Readonly<Record<'main' | 'modify' | 'query', number>>;

async function startServer(
  options: TestAppOptions,
  environment: Readonly<Record<string, string>>,
): Promise<StartedServer> {
  const config: Config = { ...readConfig(environment), modifyPort: 0, queryPort: 0 };
  const app = await createApp(config, {
    logger: openLog(config.logLevel, options.logTo),
    passwordCost: QUICK_HASHES,
    ...(options.clock ? { clock: options.clock } : {}),
    ...(options.onRoute ? { onRoute: options.onRoute } : {}),
    ...(options.openVision ? { openVision: options.openVision } : {}),
    ...(options.openDecoder ? { openDecoder: options.openDecoder } : {}),
    consoleFolder: options.consoleFolder ?? null,
    guideFolder: options.guideFolder ?? null,
  });
  const listeners = await app.listen();
  const portOf = (name: string) => listeners.find((listener) => listener.name === name)?.port ?? 0;
  return {
    app,
    config,
    ports: { main: portOf('main'), modify: portOf('modify'), query: portOf('query') },
  };
}

/** Leads the requests of each port to the servers in turn. */
async function balance(servers: readonly StartedServer[], mainPort: number) {
  const start = (name: keyof Ports, port: number) =>
    startBalancer(
      servers.map(({ ports }) => ports[name]),
      port,
    );
  const balancers = [await start('main', mainPort), await start('modify', 0), await start('query', 0)];
  const [main, modify, query] = balancers.map(({ port }) => port);
  return {
    ports: { main: main ?? 0, modify: modify ?? 0, query: query ?? 0 },
    close: async () => void (await Promise.all(balancers.map((balancer) => balancer.close()))),
  };
}

async function startIn(folder: string, options: TestAppOptions): Promise<TestApp> {
  const environment = {
    LOUPE_DATA: folder,
    LOUPE_HOST: '127.0.0.1',
    LOUPE_PORT: '0',
    LOUPE_LOG_LEVEL: 'silent',
    ...options.environment,
  };
  const count = options.isAlone === true ? 1 : serverCount;
  const servers = [await startServer(options, { ...environment, ...(count > 1 ? { LOUPE_PORT: '0' } : {}) })];
  for (let at = 1; at < count; at += 1) {
    const data = join(folder, `server-${at + 1}`);
    servers.push(await startServer(options, { ...environment, LOUPE_DATA: data, LOUPE_PORT: '0' }));
  }
  const [first] = servers as [StartedServer];
  const balanced = count > 1 ? await balance(servers, Number(environment.LOUPE_PORT)) : null;
  const ports = balanced?.ports ?? first.ports;
  const urlOf = (port: number) => `http://127.0.0.1:${port}`;
  const stop = async () => {
    await balanced?.close();
    // Read after the end, which waits for work under way.
    for (const { app } of servers) await app.close();
    const failed = servers.flatMap(({ app }) => app.services.background.failed);
    if (failed.length > 0 && options.mayFailBeside !== true)
      throw new Error(`Work beside the requests failed: ${failed.join(', ')}.`);
  };
  return {
    app: first.app,
    config: first.config,
    environment,
    folder,
    url: urlOf(ports.main),
    modifyUrl: urlOf(ports.modify),
    queryUrl: urlOf(ports.query),
    restart: async (whileDown) => {
      await stop();
      await whileDown?.();
      return startIn(folder, {
        ...options,
        environment: { ...options.environment, LOUPE_PORT: String(ports.main) },
      });
    },
    close: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
