/** Recognizes in a thread of its own, so that the picture of the camera goes on. */
import { serveWorker } from '../../../../packages/engine-wasm/src/worker';

serveWorker(self as never);
