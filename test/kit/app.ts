/** A whole Loupe of its own for one test file: real database, real ports chosen by the system, temporary folder. */
import { mkdtemp, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DestinationStream } from 'pino';
import { type App, type AppOptions, createApp } from '../../src/app.js';
import type { Clock } from '../../src/clock.js';
import { type Config, readConfig } from '../../src/config.js';
import { openLog } from '../../src/log.js';
import { newPostgresDatabase } from './postgres.js';

export interface TestApp {
  readonly app: App;
  readonly config: Config;
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
  /** None unless told otherwise: what tests see of the server does not hang on what was built. */
  readonly consoleFolder?: string | null;
  readonly guideFolder?: string | null;
}

/**
 * With LOUPE_TEST_POSTGRES_URL, the address of a PostgreSQL server, every app has a database of its own there in place
 * of a SQLite file. With LOUPE_TEST_BLOBS_URL, the address of a bucket, each has files of its own there in place of a folder.
 */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'loupe-test-'));
  const server = process.env['LOUPE_TEST_POSTGRES_URL'];
  const environment = {
    ...(server === undefined ? {} : { LOUPE_DATABASE_URL: await newPostgresDatabase(server) }),
    ...ownFiles(process.env['LOUPE_TEST_BLOBS_URL']),
    ...options.environment,
  };
  return startIn(folder, { ...options, environment });
}

function ownFiles(bucket: string | undefined): Readonly<Record<string, string>> {
  if (bucket === undefined) return {};
  const url = new URL(bucket);
  url.pathname = `/${randomUUID()}`;
  return { LOUPE_BLOBS_URL: url.href };
}

async function startIn(folder: string, options: TestAppOptions): Promise<TestApp> {
  const config: Config = {
    ...readConfig({
      LOUPE_DATA: folder,
      LOUPE_HOST: '127.0.0.1',
      LOUPE_PORT: '0',
      LOUPE_LOG_LEVEL: 'silent',
      ...options.environment,
    }),
    modifyPort: 0,
    queryPort: 0,
  };
  const app = await createApp(config, {
    logger: openLog(config.logLevel, options.logTo),
    ...(options.clock ? { clock: options.clock } : {}),
    ...(options.onRoute ? { onRoute: options.onRoute } : {}),
    ...(options.openVision ? { openVision: options.openVision } : {}),
    ...(options.openDecoder ? { openDecoder: options.openDecoder } : {}),
    consoleFolder: options.consoleFolder ?? null,
    guideFolder: options.guideFolder ?? null,
  });
  const listeners = await app.listen();
  const urlOf = (name: string) =>
    `http://127.0.0.1:${listeners.find((listener) => listener.name === name)?.port ?? 0}`;
  return {
    app,
    config,
    folder,
    url: urlOf('main'),
    modifyUrl: urlOf('modify'),
    queryUrl: urlOf('query'),
    restart: async (whileDown) => {
      await app.close();
      await whileDown?.();
      const environment = { ...options.environment, LOUPE_PORT: new URL(urlOf('main')).port };
      return startIn(folder, { ...options, environment });
    },
    close: async () => {
      await app.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
