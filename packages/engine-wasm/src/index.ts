/** The engine of Loupe in the browser: recognizes what a pack holds, without network. */
export { PackError } from './errors.js';
export type { PackErrorCode } from './errors.js';
export { hasVectors, WasmModule } from './wasm-module.js';
export type { GrayPixels, ModuleAnswer, ModuleHit } from './wasm-module.js';
