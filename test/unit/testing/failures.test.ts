import { describe, expect, it } from 'vitest';
import { failuresOfVitest, passedAgainOfVitest } from '../../../scripts/testing/failures.mjs';

const ROOT = '/loupe';

const test = (status: string, fullName: string, ...failureMessages: string[]) => ({
  status,
  fullName,
  failureMessages,
});

describe('the failures at the end of npm test', () => {
  it('are named by file and test, with the first lines of what they said and without colors', () => {
    const message = ['\u001b[31mAssertionError\u001b[39m: expected 1 to be 2', ...'abcdefgh'].join('\n');
    const failures = failuresOfVitest(
      {
        testResults: [
          {
            name: `${ROOT}/test/rest/scan.test.ts`,
            status: 'failed',
            assertionResults: [
              test('passed', 'a scan is answered'),
              test('failed', 'a scan is counted', message),
            ],
          },
        ],
      },
      ROOT,
    );
    expect(failures).toHaveLength(1);
    const lines = failures[0]!.split('\n').map((line) => line.trim());
    expect(lines[0]).toBe('test/rest/scan.test.ts > a scan is counted');
    expect(lines.slice(1)).toEqual(['AssertionError: expected 1 to be 2', 'a', 'b', 'c', 'd', 'e']);
  });

  it('come with the tests that passed only when they were tried again', () => {
    const assertionResults = [
      test('passed', 'a scan is answered'),
      test('passed', 'a scan is counted', 'AssertionError: expected 1 to be 2'),
      test('failed', 'a scan is kept', 'Error'),
    ];
    const name = `${ROOT}/test/rest/scan.test.ts`;
    const report = { testResults: [{ name, status: 'failed', assertionResults }] };
    expect(passedAgainOfVitest(report, ROOT)).toEqual([
      'test/rest/scan.test.ts > a scan is counted\n      AssertionError: expected 1 to be 2',
    ]);
  });

  it('tell a file that could not be loaded, or failed before and after its tests', () => {
    const failures = failuresOfVitest(
      {
        testResults: [
          {
            name: `${ROOT}/test/rest/scan.test.ts`,
            status: 'failed',
            message: 'Cannot find module',
            assertionResults: [test('passed', 'a scan is answered')],
          },
          { name: `${ROOT}/test/rest/good.test.ts`, status: 'passed', assertionResults: [] },
        ],
      },
      ROOT,
    );
    expect(failures).toEqual([
      'test/rest/scan.test.ts failed outside of its tests\n      Cannot find module',
    ]);
  });
});
