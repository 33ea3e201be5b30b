/** Recognizes in a thread of its own, so that the picture of the camera goes on. */
import { serveWorker } from '../../engine-wasm/src/worker.js';

serveWorker(self as never);
