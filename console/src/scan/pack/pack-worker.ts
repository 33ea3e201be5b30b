/** Recognizes in a thread of its own, so that the picture of the camera goes on. */
import * as comparison from '../../../../packages/engine-wasm/src/compare-content';
import { type PackFiles, serveWorker } from '../../../../packages/engine-wasm/src/worker';

serveWorker<PackFiles>(
  self as never,
  (files) => files,
  () => Promise.resolve(comparison),
);
