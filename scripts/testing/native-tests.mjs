/** The native tests as a suite of a report. */
import { countsOfDoctest } from './counts.mjs';
import { runQuietStep } from './programs.mjs';

/**
 * @param {import('./report.mjs').TestReport} report
 * @param {string[]} args of scripts/test-native.mjs
 * @param {boolean} mayBeEmpty whether it is no fault when no test was run
 */
export async function runNativeTests(report, title, args = [], mayBeEmpty = false) {
  const { isGood, output } = await runQuietStep(report.progress, title, ['scripts/test-native.mjs', ...args]);
  const counts = countsOfDoctest(output);
  const coverage = /^Coverage: .*$/m.exec(output)?.[0];
  if (coverage !== undefined) report.progress.print(`  ${coverage}`);
  const hasRun = mayBeEmpty || counts.passed + counts.failed > 0;
  report.addSuite(counts, isGood && hasRun);
  if (!isGood || !hasRun) report.name(`${title} (its output is above)`);
  return isGood && hasRun;
}
