/**
 * What is checked without running the product: types, lint, what nobody imports, formatting. A check that passed is not
 * repeated while the files it reads stay the same.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cacheDir, inRoot, rootDir } from '../setup/paths.mjs';
import { clearStamp, contentHash, readStamp, writeStamp } from '../setup/stamps.mjs';
import { runQuietStep, tool } from './programs.mjs';

const typeCheck = (name, project) => ({
  name,
  title: `Type check of the ${name}`,
  args: [
    tool('typescript-7/bin/tsc'),
    ...['-p', project, '--noEmit', '--incremental', '--tsBuildInfoFile', `.cache/typecheck-${name}.json`],
    // One checker: each makes all types of the schema again, and the projects are checked side by side.
    ...['--checkers', '1'],
  ],
});

/** They come first: what does not compile need not be tested. */
export const typeChecks = [
  typeCheck('server', '.'),
  typeCheck('console', 'console'),
  typeCheck('client', 'packages/client'),
  typeCheck('scan', 'packages/scan'),
  typeCheck('examples', 'examples'),
];

/** They run beside the tests. */
export const otherChecks = [
  { name: 'lint', title: 'Lint', args: [tool('eslint/bin/eslint.js'), '.', '--max-warnings=0'] },
  // In one thread: each makes all types again, and the tests run beside it.
  {
    name: 'lint-types',
    title: 'Lint with types',
    args: [tool('oxlint/bin/oxlint')],
    env: { GOMAXPROCS: '1' },
  },
  {
    name: 'unused',
    title: 'Unused files, exports and dependencies',
    args: [tool('knip/bin/knip.js')],
  },
  {
    name: 'format',
    title: 'Formatting',
    args: [tool('oxfmt/bin/oxfmt'), '--check'],
  },
  { name: 'format-cpp', title: 'Formatting of C++', args: ['scripts/testing/format-cpp.mjs', '--check'] },
  { name: 'words', title: 'Words', args: ['scripts/lint-words.mjs'] },
  { name: 'floors', title: 'Floors of the engine', args: ['scripts/check-floors.mjs'] },
];

/** Every file that git knows or would take, so that checks see what a commit would hold. */
function filesOfTheProject() {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const names = execFileSync('git', args, { cwd: rootDir, encoding: 'utf8', maxBuffer: 1 << 26 });
  return names
    .split('\0')
    .filter((name) => name !== '' && existsSync(inRoot(name)))
    .map((name) => inRoot(name));
}

/** A value that stays the same while no file of the project changes; undefined outside a git checkout. */
export function contentOfTheProject() {
  try {
    return contentHash(rootDir, filesOfTheProject(), [process.version]);
  } catch {
    return undefined;
  }
}

/**
 * Runs a check unless it passed on the same files.
 *
 * @param {import('./report.mjs').TestReport} report
 * @param {string | undefined} content of `contentOfTheProject`
 */
export async function runCheck(report, { name, title, args, env }, content) {
  const stampFile = `${cacheDir}/checks/${name}.stamp`;
  if (content !== undefined && readStamp(stampFile) === content) {
    report.progress.print(`  ${title}: passed before on the same files`);
    return;
  }
  clearStamp(stampFile);
  const { isGood } = await runQuietStep(report.progress, title, args, env);
  if (isGood && content !== undefined) writeStamp(stampFile, content);
  report.addCheck(title, isGood);
}
