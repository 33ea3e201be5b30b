import { expect, test } from 'vitest';

import {
  addon,
  type NativeEngine,
  type NativeOptions,
  VOCABULARY_PATH,
} from '../../src/engine-host/native.js';

function withEngine<T>(options: NativeOptions | undefined, use: (engine: NativeEngine) => T): T {
  const given = options === undefined ? {} : { options };
  const engine = new addon.Engine({ vocabularyPath: VOCABULARY_PATH, threads: 1, ...given });
  try {
    return use(engine);
  } finally {
    engine.close();
  }
}

const codeOf = (options: NativeOptions): unknown => {
  try {
    return withEngine(options, () => 'accepted');
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error;
  }
};

test('an engine reports its options, and given ones override the defaults', () => {
  const standard = withEngine(undefined, (engine) => engine.options());
  expect(standard['verification.decision.minInlierCells']).toBe(10);
  const given = withEngine({ 'verification.decision.minInlierCells': 15 }, (engine) => engine.options());
  expect(given).toEqual({ ...standard, 'verification.decision.minInlierCells': 15 });
});

test('an option that does not exist, or no number for one, is refused', () => {
  expect(codeOf({ 'verification.decision.minimum': 1 })).toBe('INVALID_ARGUMENT');
  expect(codeOf({ 'verification.decision.minZ': Number.NaN })).toBe('INVALID_ARGUMENT');
  expect(codeOf({ 'verification.coverage.gridCells': 0 })).toBe('INVALID_ARGUMENT');
  expect(codeOf({ 'verification.coverage.gridCells': 1.5 })).toBe('INVALID_ARGUMENT');
  const text: unknown = { 'verification.decision.minZ': '5' };
  expect(codeOf(text as NativeOptions)).toBe('INVALID_ARGUMENT');
});
