/** The server's program. */
import './supported-node.js';

// Loaded only now: a Node that is too old cannot even read all of the libraries.
const { startServer } = await import('./start-server.js').catch((error: unknown) => {
  // An engine that cannot be loaded says what to do in one sentence.
  if (!(error instanceof Error) || error.name !== 'EngineError') throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
await startServer();
