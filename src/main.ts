/** Starts the server: reads the configuration, creates the app, listens, handles signals. */
import closeWithGrace from 'close-with-grace';
import { createApp } from './app.js';
import { ConfigError, readConfig } from './config.js';

const SHUTDOWN_LIMIT_MS = 10_000;

try {
  const app = await createApp(readConfig(process.env));
  closeWithGrace({ delay: SHUTDOWN_LIMIT_MS, logger: false }, async ({ err }) => {
    if (err) process.stderr.write(`${err.stack ?? err.message}\n`);
    await app.close();
  });
  await app.listen();
} catch (error) {
  process.stderr.write(
    error instanceof ConfigError
      ? `${error.message}\n`
      : `Loupe could not start: ${String(error instanceof Error ? error.stack : error)}\n`,
  );
  process.exit(1);
}
