/** The engine of Loupe in the browser: recognizes what a pack holds, without network. */
export { PackError } from './errors.js';
export type { PackErrorCode } from './errors.js';
export { hasVectors, WasmModule } from './wasm-module.js';
export type { GrayPixels, ModuleAnswer, ModuleHit } from './wasm-module.js';
export { checkChunk, readHead, verifyHead } from './pack-file.js';
export type { PackChunk, PackHead, ReadHead } from './pack-file.js';
export { OpenPack } from './open-pack.js';
export type { PackHit, RecognizeOptions } from './open-pack.js';
export type {
  PackAction,
  PackContent,
  PackElement,
  PackReference,
  PackShown,
} from '../../../src/packs/pack-content.js';
export { serveWorker } from './worker.js';
export type { WorkerAnswer, WorkerQuestion } from './worker.js';
