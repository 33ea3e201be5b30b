import type { Decision } from './types.js';

/** Whether a word of the engine's decision means that the picture was recognized: only these two do. */
export function isRecognized({ decision }: { readonly decision: Decision }): boolean {
  return decision === 'Clone' || decision === 'Match';
}
