/** Compares pages that others look like: the worker loads it for packs that hold pictures of such pages. */
export { comparesHits } from '../../engine-wasm/src/compare-content.js';
