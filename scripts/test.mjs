/**
 * `npm test`: the set-up, then types, and the tests of the engine and the platform with lint and formatting beside them.
 * Closes with one line that counts tests; a failed check counts as one failure there, and any failure makes the exit
 * code 1. What takes longer is in `npm run proof`.
 *
 *   --retry           tries a failed test of the platform once more; what passes then is named at the end
 *   --changed-native  also proves the native folders that changed since the last `npm run proof`; where none has, the native
 *                     tests, which that proof runs under sanitizers, are not run again
 */
import './node/require.cjs';
import { setUp } from './setup.mjs';
import { runCommand } from './setup/command.mjs';
import { createProgress } from './setup/progress.mjs';
import { heldAgainst, meetFixedWork, TESTS_OF_THE_PLATFORM } from './testing/budget.mjs';
import { contentOfTheProject, otherChecks, runCheck, typeChecks } from './testing/checks.mjs';
import { areNativeTestsProven, proveChangedFolders } from './testing/native-proof.mjs';
import { runNativeTests } from './testing/native-tests.mjs';
import { TestReport } from './testing/report.mjs';
import { runVitest } from './testing/vitest.mjs';

const asks = (option) => process.argv.includes(option);

async function runPlatformTests(report) {
  const title = 'Tests of the platform';
  const endFixedWork = meetFixedWork();
  const processorSeconds = await runVitest(report, { title, project: '!bench', retries: asks('--retry') });
  const workSeconds = await endFixedWork();
  const { isOver, text } = heldAgainst(TESTS_OF_THE_PLATFORM, processorSeconds, workSeconds);
  report.progress.print(`  ${text}`);
  if (isOver) report.addCheck(`Processor time of the ${title.toLowerCase()}`, false);
}

/** What runs beside the tests of the platform, one after the other. */
async function runBeside(report, content) {
  if (asks('--changed-native') && areNativeTestsProven())
    report.progress.print('  Native tests: passed under sanitizers on the same sources (native/proven.json)');
  else await runNativeTests(report, 'Native tests');
  for (const check of otherChecks) await runCheck(report, check, content);
  if (asks('--changed-native')) await proveChangedFolders(report);
}

await runCommand(async () => {
  const progress = createProgress();
  await setUp(progress, { forTests: true });
  progress.print('Checks and tests');
  const report = new TestReport(progress);
  const content = contentOfTheProject();
  await Promise.all(typeChecks.map((check) => runCheck(report, check, content)));
  if (!report.hasFailed) await Promise.all([runPlatformTests(report), runBeside(report, content)]);
  report.close();
});
