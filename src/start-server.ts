/** Reads the configuration, creates the app, listens, handles signals. */
import closeWithGrace from 'close-with-grace';
import { createApp } from './app.js';
import { type Config, ConfigError, readConfig } from './config.js';
import { countBuffersWithHeap } from './kernel/garbage-collection.js';
import { explainStartFailure } from './start-failure.js';

const SHUTDOWN_LIMIT_MS = 10_000;

async function start(config: Config): Promise<void> {
  const app = await createApp(config);
  closeWithGrace({ delay: SHUTDOWN_LIMIT_MS, logger: false }, async ({ err }) => {
    if (err) process.stderr.write(`${err.stack ?? err.message}\n`);
    await app.close();
  });
  await app.listen();
}

function end(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function configured(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError) end(error.message);
    throw error;
  }
}

/** Starts the server of this process; ends the process with 1 and a sentence when it cannot start. */
export async function startServer(): Promise<void> {
  countBuffersWithHeap();
  const config = configured();
  try {
    await start(config);
  } catch (error) {
    const stack = String(error instanceof Error ? error.stack : error);
    end(explainStartFailure(error, config) ?? `Loupe could not start: ${stack}`);
  }
}
