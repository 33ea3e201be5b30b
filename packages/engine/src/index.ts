/** The recognition engine of Loupe without its server: add reference pictures, search by photo, compare two pictures. */
export { Engine } from './engine.js';
export type { EngineOptions, Likeness } from './engine.js';
export type { BaselineOptions, JobOptions, MatchOptions } from './options.js';
export type { PictureInput, Pixels } from './picture.js';
export type { AddOptions, Hit, ReferenceIndex, SearchOptions, SearchResult } from './reference-index.js';
export type { Signature } from './signature.js';
export { EngineError } from '../../../src/engine-host/engine-error.js';
export type { EngineErrorCode } from '../../../src/engine-host/engine-error.js';
export type { PictureColor } from '../../../src/engine-host/appearance/color.js';
export type {
  Coverage,
  DifferenceKind,
  FineSettings,
  Sensitivity,
} from '../../../src/engine-host/appearance/comparison-settings.js';
export type {
  Difference,
  FineComparison,
  HighlightedComparison,
} from '../../../src/engine-host/appearance/fine-comparison.js';
export type { OrbMatch } from '../../../src/engine-host/native-baseline.js';
export type {
  Decision,
  ExplainedMatch,
  FractionBox,
  Grade,
  GradeReason,
  LocalMatch,
  MatchedPoint,
  MatchSide,
  Point,
  Raster,
  Size,
} from '../../../src/engine-host/types.js';
