/** Recognizes in a thread of its own, so that the picture of the camera goes on. */
import { type PackFiles, serveWorker } from '../../../../packages/engine-wasm/src/worker';

serveWorker<PackFiles>(self as never, (files) => files);
