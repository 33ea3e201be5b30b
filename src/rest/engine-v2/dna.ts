import type { EngineParameters } from './parameters.js';

/** The `dna` parameter: base64, also URL-safe, also with pluses that a form took for blanks; null when absent. */
export function dnaOf(parameters: EngineParameters): Buffer | null {
  const text = parameters.text('dna');
  return text === null ? null : Buffer.from(text.trim().replaceAll(' ', '+'), 'base64');
}
