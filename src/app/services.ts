/** Builds every service once and wires them together. */
import type { Logger } from 'pino';
import { Secrets } from '../access/secrets.js';
import type { Clock } from '../clock.js';
import type { Config } from '../config.js';
import type { Database } from '../db/database.js';
import { type CoreServices, createCore } from './core-services.js';

export interface Foundations {
  readonly config: Config;
  readonly database: Database;
  readonly logger: Logger;
  readonly clock: Clock;
  /** False for a command beside a running server: it leaves the server's folders alone. True by default. */
  readonly isServer?: boolean;
}

export interface Services extends CoreServices {
  readonly secrets: Secrets;
  readonly database: Database;
  /** Starts the background work. */
  start(): void;
  /** Ends the background work and frees what the services hold. */
  close(): Promise<void>;
}

export async function createServices(foundations: Foundations): Promise<Services> {
  const { config, database } = foundations;
  const secrets = Secrets.open(config);
  const core = await createCore(foundations, secrets);
  return {
    database,
    secrets,
    ...core,
    start: () => undefined,
    close: () => core.vision.close(),
  };
}
