/** The tests of the platform as a suite of a report. */
import { readFileSync, rmSync } from 'node:fs';
import { inRoot, rootDir } from '../setup/paths.mjs';
import { formatDuration } from '../setup/progress.mjs';
import { countsOfVitest, noCounts } from './counts.mjs';
import { failuresOfVitest, passedAgainOfVitest } from './failures.mjs';
import { runNode, tool } from './programs.mjs';

const reportFile = inRoot('.cache/vitest.json');
const processorTimeFile = inRoot('.cache/vitest-processor-time');

const read = (file) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};

/**
 * @param {import('./report.mjs').TestReport} report
 * @param {{ title: string, files?: string[], project?: string, env?: NodeJS.ProcessEnv, retries?: boolean }} suite `project` is one of
 *   vitest.config.ts, or `!NAME` for all but one; `retries` tries a failed test once more
 * @returns {Promise<number>} seconds of processor time that it took with all its processes; NaN where that is not known
 */
export async function runVitest(report, { title, files = [], project, env = {}, retries = false }) {
  const { progress } = report;
  progress.print(`\n  ${title}`);
  const startedAt = Date.now();
  rmSync(reportFile, { force: true });
  rmSync(processorTimeFile, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const retry = retries ? ['--retry=1'] : [];
  const projects = project === undefined ? [] : [`--project=${project}`];
  const words = ['run', ...files, ...projects, ...retry, ...reporters];
  const { isGood } = await runNode([tool('vitest/vitest.mjs'), ...words], {
    isLive: true,
    env: { ...env, LOUPE_TEST_PROCESSOR_TIME_FILE: processorTimeFile },
  });
  const processorSeconds = Number(read(processorTimeFile) ?? NaN);
  const took = formatDuration(Date.now() - startedAt);
  progress.print(`  ${title}: ${took}, ${processorSeconds.toFixed(0)} s of processor time`);
  const json = read(reportFile);
  if (json === undefined) {
    report.addSuite(noCounts(), false);
    report.name(`${title}: vitest ended without a report`);
    return processorSeconds;
  }
  const results = JSON.parse(json);
  const failures = failuresOfVitest(results, rootDir);
  for (const failure of failures) report.name(`${title}: ${failure}`);
  for (const test of passedAgainOfVitest(results, rootDir)) report.namePassedAgain(`${title}: ${test}`);
  if (!isGood && failures.length === 0) report.name(`${title}: vitest failed outside of every test`);
  report.addSuite(countsOfVitest(results), isGood);
  return processorSeconds;
}
