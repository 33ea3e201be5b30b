/** Builds every service once and wires them together. */
import type { Logger } from 'pino';
import type { Clock } from '../clock.js';
import type { Config } from '../config.js';
import type { Database } from '../db/database.js';

export interface Foundations {
  readonly config: Config;
  readonly database: Database;
  readonly logger: Logger;
  readonly clock: Clock;
}

export interface Services {
  readonly database: Database;
  /** Starts the background work. */
  start(): void;
  /** Ends the background work and frees what the services hold. */
  close(): Promise<void>;
}

export async function createServices(foundations: Foundations): Promise<Services> {
  const { database } = foundations;
  return {
    database,
    start: () => undefined,
    close: async () => undefined,
  };
}
