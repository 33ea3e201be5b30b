/** Starts the server: reads the configuration, creates the app, listens, handles signals. */
import './supported-node.js';
import closeWithGrace from 'close-with-grace';
import { createApp } from './app.js';
import { type Config, ConfigError, readConfig } from './config.js';
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

const config = configured();
try {
  await start(config);
} catch (error) {
  const stack = String(error instanceof Error ? error.stack : error);
  end(explainStartFailure(error, config) ?? `Loupe could not start: ${stack}`);
}
