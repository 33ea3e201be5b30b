import type { Decision } from '../../src/vision/types.js';

/** Only these two words count as recognized. */
export const isRecognizedDecision = (decision: Decision): boolean =>
  decision === 'Clone' || decision === 'Match';
