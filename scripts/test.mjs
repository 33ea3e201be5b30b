/**
 * `npm test`: the set-up, then type check, lint, formatting, native tests and the vitest suite. Every step
 * runs even when an earlier one failed. Closes with one line that counts tests; a failed check counts as one
 * failure there, and any failure makes the exit code 1.
 *
 *   --sanitize   runs the native tests a second time under AddressSanitizer and UndefinedBehaviorSanitizer, and tells
 *                which share of the engine's lines they execute
 *   --threads    runs those of the index and of searching once more under ThreadSanitizer
 *   --tidy       lints the native sources by clang-tidy, which must be installed
 */
import './node/require.cjs';
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
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
import { inRoot, rootDir } from './setup/paths.mjs';
import { createProgress, formatDuration } from './setup/progress.mjs';
import { adopt } from './setup/run.mjs';

const vitestReport = inRoot('.cache/vitest.json');
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
function runNode(args, { isLive = false } = {}) {
  const child = adopt(
    spawn(process.execPath, args, { cwd: rootDir, stdio: ['ignore', isLive ? 'inherit' : 'pipe', 'pipe'] }),
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
  if (!result.isGood) progress.print(result.output);
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

async function runVitest(progress) {
  progress.print('\n  Tests of the platform');
  const startedAt = Date.now();
  rmSync(vitestReport, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`];
  const { isGood } = await runNode([bin('vitest/vitest.mjs'), 'run', ...reporters], { isLive: true });
  progress.print(`  Tests of the platform: ${formatDuration(Date.now() - startedAt)}`);
  let counts = noCounts();
  try {
    counts = countsOfVitest(JSON.parse(readFileSync(vitestReport, 'utf8')));
  } catch {
    progress.print('  vitest ended without a report.');
    return withVerdict(counts, false);
  }
  return withVerdict(counts, isGood);
}

await runCommand(async () => {
  const startedAt = Date.now();
  const progress = createProgress();
  await setUp(progress, { forTests: true });
  progress.print('Checks and tests');
  const quiet = await Promise.all([runChecks(progress), runAllNativeTests(progress)]);
  const counts = [...quiet, await runVitest(progress)].reduce(addCounts);
  progress.print(`\n  Total time: ${formatDuration(Date.now() - startedAt)}`);
  progress.print(`\n${formatCounts(counts)}`);
  process.exitCode = counts.failed > 0 ? 1 : 0;
});
