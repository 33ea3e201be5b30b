/** The engine of Loupe in the browser: recognizes what a pack holds, without network. */
export { PackError } from '../../../src/packs/pack-error.js';
export type { PackErrorCode } from '../../../src/packs/pack-error.js';
export { hasVectors, WasmModule } from './wasm-module.js';
export type { GrayPixels, ModuleAnswer, ModuleHit } from './wasm-module.js';
export { checkChunk, readHead, verifyHead } from '../../../src/packs/pack-head.js';
export type { PackChunk, PackHead, ReadHead } from '../../../src/packs/pack-head.js';
export { newerPack, PackAway } from './newer-pack.js';
export type { FetchedPack, KeptPack } from './newer-pack.js';
export { OpenPack } from './open-pack.js';
export type { PackHit, RecognizeOptions } from './pack-hit.js';
export type {
  PackAction,
  PackContent,
  PackElement,
  PackReference,
  PackShown,
} from '../../../src/packs/pack-content.js';
export { comparesHits } from './compare-content.js';
export { serveWorker } from './worker.js';
export type { WorkerAnswer, WorkerQuestion } from './worker.js';
