import { describe, expect, it } from 'vitest';
import {
  closingCounts,
  countsOfDoctest,
  countsOfVitest,
  formatCounts,
  withVerdict,
} from '../../../scripts/testing/counts.mjs';

const report = (files: object[], totals: object = {}) => ({
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: files,
  ...totals,
});

describe('the closing line of npm test', () => {
  it('adds up the native test programs', () => {
    const output = [
      '[doctest] test cases: 12 | 11 passed | 1 failed | 0 skipped',
      '[doctest] assertions: 99 | 98 passed | 1 failed |',
      '\u001b[0m[doctest] \u001b[0mtest cases: \u001b[0m 3\u001b[0m | \u001b[32m 2 passed\u001b[0m | 0 failed\u001b[0m | \u001b[33m1 skipped\u001b[0m',
    ].join('\n');
    expect(countsOfDoctest(output)).toEqual({ passed: 13, failed: 1, skipped: 1 });
  });

  it('adds up passed, failed, skipped and planned tests of vitest', () => {
    const totals = { numPassedTests: 7, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 };
    const files = [{ status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] }];
    expect(countsOfVitest(report(files, totals))).toEqual({ passed: 7, failed: 1, skipped: 3 });
  });

  it('counts a test file that cannot be loaded as a failure', () => {
    const files = [{ status: 'failed', assertionResults: [] }];
    expect(countsOfVitest(report(files)).failed).toBe(1);
  });

  it('never says "0 failed" for a step that ended badly', () => {
    const good = { passed: 3, failed: 0, skipped: 0 };
    expect(withVerdict(good, false).failed).toBe(1);
    expect(withVerdict({ ...good, failed: 2 }, false).failed).toBe(2);
    expect(withVerdict(good, true)).toEqual(good);
  });

  it('is one plain line', () => {
    expect(formatCounts({ passed: 250, failed: 0, skipped: 2 })).toBe('250 passed, 0 failed, 2 skipped');
  });

  it('can be read back from the output of a run, where it is the last of its kind', () => {
    const counts = { passed: 250, failed: 1, skipped: 2 };
    expect(closingCounts(`9 passed, 9 failed, 9 skipped\nmore\n\n${formatCounts(counts)}\n`)).toEqual(counts);
    expect(closingCounts('The set-up failed: 1 passed')).toBeUndefined();
  });
});
