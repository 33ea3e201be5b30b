/**
 * The parts that the engine is made of, for programs that measure it stage by stage, as the benchmark does. Any version may
 * change them: programs that recognize pictures take `Engine`.
 */
export { addon, VOCABULARY_PATH } from '../../../src/engine-host/native.js';
export type {
  NativeEngine,
  NativeExtraction,
  NativeHit,
  NativeIndex,
  NativeOptions,
  NativeSearchCpu,
  NativeSearchOptions,
  NativeSearchResult,
} from '../../../src/engine-host/native.js';
export { compareFinely } from '../../../src/engine-host/appearance/fine-comparison.js';
export type { NativeDescriptorTable } from '../../../src/engine-host/appearance/native-appearance.js';
export { ContentChecker } from '../../../src/engine-host/content/content-checker.js';
export type { ContentSource } from '../../../src/engine-host/content/content-source.js';
export { isRecognized } from '../../../src/engine-host/types.js';
export type { RecognitionRole } from '../../../src/engine-host/decode-size.js';
export { colorOf, lumaOf, onPicture } from '../../../src/engine-host/encoded-picture.js';
export type { Picture } from '../../../src/engine-host/encoded-picture.js';
export { toEngineError } from '../../../src/engine-host/engine-error.js';
export { compose, invert } from '../../../src/engine-host/plane.js';
export type { Homography } from '../../../src/engine-host/plane.js';
export { ImageDecoder } from '../../../src/media/pictures/image-decoder.js';
