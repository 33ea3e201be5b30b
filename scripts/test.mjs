/**
 * `npm test`: the set-up, then type check, lint, formatting, native tests and the vitest suite. Every step
 * runs even when an earlier one failed. Closes with one line that counts tests; a failed check counts as one
 * failure there, and any failure makes the exit code 1.
 *
 *   --sanitize   runs the native tests a second time under AddressSanitizer and UndefinedBehaviorSanitizer, and tells
 *                which share of the engine's lines they execute
 *   --threads    runs those of the index and of searching once more under ThreadSanitizer
 *   --tidy       lints the native sources by clang-tidy, which must be installed
 *   --postgres   runs the suite a second time with every Loupe's data in PostgreSQL
 *   --retry      tries a failed test of the platform once more; what passes then is named at the end
 *   --servers    runs the tests of the wire once more against two servers behind a balancer, on PostgreSQL; --postgres
 *                beside it leaves them to that run
 */
import './node/require.cjs';
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { setUp } from './setup.mjs';
import { runCommand } from './setup/command.mjs';
import {
  addCounts,
  countsOfDoctest,
  countsOfVitest,
  formatCounts,
  noCounts,
  withVerdict,
} from './setup/counts.mjs';
import { failuresOfVitest, passedAgainOfVitest } from './setup/failures.mjs';
import { inRoot, rootDir } from './setup/paths.mjs';
import { createProgress, formatDuration } from './setup/progress.mjs';
import { adopt } from './setup/run.mjs';

const vitestReport = inRoot('.cache/vitest.json');
/** What failed, and what passed when it was tried again: named once more at the end. */
const failures = [];
const passedAgain = [];
const bin = (path) => inRoot('node_modules', path);

const CHECKS = [
  {
    title: 'Type check',
    args: [bin('typescript-7/bin/tsc'), '--incremental', '--tsBuildInfoFile', '.cache/typecheck.json'],
  },
  {
    title: 'Type check of the console',
    args: [
      bin('typescript-7/bin/tsc'),
      '-p',
      'console',
      '--incremental',
      '--tsBuildInfoFile',
      '.cache/typecheck-console.json',
    ],
  },
  { title: 'Lint', args: [bin('eslint/bin/eslint.js'), '.', '--max-warnings=0'] },
  { title: 'Unused files, exports and dependencies', args: [bin('knip/bin/knip.js')] },
  { title: 'Formatting', args: [bin('prettier/bin/prettier.cjs'), '--check', '--log-level=warn', '.'] },
  { title: 'Formatting of C++', args: ['scripts/format-cpp.mjs', '--check'] },
  { title: 'Floors of the engine', args: ['scripts/check-floors.mjs'] },
];

/** Runs a Node program; its output is collected, and also shown at once when `isLive`. */
function runNode(args, { isLive = false, env = {} } = {}) {
  const stdio = ['ignore', isLive ? 'inherit' : 'pipe', 'pipe'];
  const child = adopt(
    spawn(process.execPath, args, { cwd: rootDir, env: { ...process.env, ...env }, stdio }),
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text;
      if (isLive) process.stderr.write(text);
    });
  }
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ isGood: false, output: error.message }));
    child.once('close', (code) => resolve({ isGood: code === 0, output }));
  });
}

/** Runs a quiet step; its output is shown when it failed. */
async function quietStep(progress, title, args) {
  const step = progress.start(title);
  const result = await runNode(args);
  if (result.isGood) step.done();
  else step.failed();
  if (!result.isGood) {
    progress.print(result.output);
    failures.push(`${title} (its output is above)`);
  }
  return result;
}

async function runChecks(progress) {
  let counts = noCounts();
  const tidy = { title: 'Lint of C++', args: ['scripts/lint-native.mjs', '--required'] };
  const checks = process.argv.includes('--tidy') ? [...CHECKS, tidy] : CHECKS;
  for (const check of checks) {
    const { isGood } = await quietStep(progress, check.title, check.args);
    counts = addCounts(counts, withVerdict(noCounts(), isGood));
  }
  return counts;
}

async function runNativeTests(progress, title, args) {
  const { isGood, output } = await quietStep(progress, title, ['scripts/test-native.mjs', ...args]);
  const counts = countsOfDoctest(output);
  const coverage = /^Coverage: .*$/m.exec(output)?.[0];
  if (coverage !== undefined) progress.print(`  ${coverage}`);
  const hasRun = counts.passed + counts.failed > 0;
  return withVerdict(counts, isGood && hasRun);
}

/** The native tests, and when it was asked for once more under sanitizers. */
async function runAllNativeTests(progress) {
  let counts = await runNativeTests(progress, 'Native tests', []);
  for (const [option, title] of [
    ['--sanitize', 'Native tests under sanitizers'],
    ['--threads', 'Native tests under ThreadSanitizer'],
  ]) {
    if (!process.argv.includes(option)) continue;
    counts = addCounts(counts, await runNativeTests(progress, title, [option]));
  }
  return counts;
}

/** The tests of what clients see: what has to be the same whichever server answers. */
const OF_THE_WIRE = ['test/rest', 'test/graphql', 'test/recognition', 'test/applications'];

const asksForServers = process.argv.includes('--servers');

/** Folders of the tests that do not run with two servers on PostgreSQL anyway. */
function foldersOfOtherTests() {
  const folders = readdirSync(inRoot('test')).map((name) => `test/${name}`);
  return folders.filter((folder) => !OF_THE_WIRE.includes(folder)).map((folder) => `${folder}/`);
}

/** How the suite runs, by the option that asks for it; once without. */
const RUNS = [
  { title: 'Tests of the platform', env: {}, files: [] },
  {
    option: '--postgres',
    title: 'Tests of the platform on PostgreSQL',
    env: { LOUPE_TEST_DATABASE: 'postgres' },
    files: asksForServers ? foldersOfOtherTests() : [],
  },
  {
    option: '--servers',
    title: 'Tests of the wire with two servers behind a balancer',
    env: { LOUPE_TEST_DATABASE: 'postgres', LOUPE_TEST_SERVERS: '2' },
    files: OF_THE_WIRE,
  },
];

async function runVitest(progress, { title, env, files }) {
  progress.print(`\n  ${title}`);
  const startedAt = Date.now();
  rmSync(vitestReport, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`];
  const retry = process.argv.includes('--retry') ? ['--retry=1'] : [];
  const args = [bin('vitest/vitest.mjs'), 'run', ...files, ...retry, ...reporters];
  const { isGood } = await runNode(args, { isLive: true, env });
  progress.print(`  ${title}: ${formatDuration(Date.now() - startedAt)}`);
  let report;
  try {
    report = JSON.parse(readFileSync(vitestReport, 'utf8'));
  } catch {
    failures.push(`${title}: vitest ended without a report`);
    return withVerdict(noCounts(), false);
  }
  const found = failuresOfVitest(report, rootDir);
  failures.push(...found.map((failure) => `${title}: ${failure}`));
  passedAgain.push(...passedAgainOfVitest(report, rootDir).map((test) => `${title}: ${test}`));
  if (!isGood && found.length === 0) failures.push(`${title}: vitest failed outside of every test`);
  return withVerdict(countsOfVitest(report), isGood);
}

await runCommand(async () => {
  const startedAt = Date.now();
  const progress = createProgress();
  await setUp(progress, { forTests: true });
  progress.print('Checks and tests');
  const quiet = await Promise.all([runChecks(progress), runAllNativeTests(progress)]);
  let counts = quiet.reduce(addCounts);
  for (const run of RUNS) {
    if (run.option !== undefined && !process.argv.includes(run.option)) continue;
    counts = addCounts(counts, await runVitest(progress, run));
  }
  for (const test of passedAgain) progress.print(`\n  PASSED WHEN TRIED AGAIN ${test}`);
  for (const failure of failures) progress.print(`\n  FAILED ${failure}`);
  progress.print(`\n  Total time: ${formatDuration(Date.now() - startedAt)}`);
  progress.print(`\n${formatCounts(counts)}`);
  process.exitCode = counts.failed > 0 ? 1 : 0;
});
