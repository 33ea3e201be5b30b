/** The server's program. */
import './supported-node.js';

// Loaded only now: a Node that is too old cannot even read all of the libraries.
const { startServer } = await import('./start-server.js');
await startServer();
