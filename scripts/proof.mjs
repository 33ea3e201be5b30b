/**
 * `npm run proof`: what takes too long for every change. All parts without arguments, else those that are named:
 *
 *   npm run proof -- sanitizers tidy
 *   npm run proof -- --list          the parts, and when to run which
 */
import './node/require.cjs';
import { spawn } from 'node:child_process';
import { setUp } from './setup.mjs';
import { runCommand } from './setup/command.mjs';
import { rootDir } from './setup/paths.mjs';
import { createProgress } from './setup/progress.mjs';
import { adopt, SetupError } from './setup/run.mjs';
import { lintNative, writeProven } from './testing/native-proof.mjs';
import { provePackages } from './testing/packages-proof.mjs';
import { provePrebuilt } from './testing/prebuilt-proof.mjs';
import { runNativeTests } from './testing/native-tests.mjs';
import { runQuietStep, tool } from './testing/programs.mjs';
import { TestReport } from './testing/report.mjs';
import { filesOfStories } from './testing/stories.mjs';
import { runVitest } from './testing/vitest.mjs';

/** The tests of what clients see: they have to pass whichever server answers. */
const OF_THE_WIRE = ['test/rest', 'test/graphql', 'test/recognition', 'test/engine'];
const ON_POSTGRES = { LOUPE_TEST_DATABASE: 'postgres' };

async function proveNative(report, name, title, args) {
  if (await runNativeTests(report, title, args)) writeProven(name);
}

async function runProgram(report, title, command, args) {
  report.progress.print(`\n  ${title}`);
  const child = adopt(spawn(command, args, { cwd: rootDir, stdio: ['ignore', 'inherit', 'inherit'] }));
  const code = await new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('close', resolve);
  });
  report.addCheck(title, code === 0);
}

/** Runs a proof that answers what it tried, or throws. */
async function proveBy(report, title, prove) {
  const outcome = await prove(report.progress).catch((error) => error);
  report.progress.print(`  ${title}: ${outcome.message ?? outcome}`);
  report.addCheck(title, typeof outcome === 'string');
}

/** Programs that fail where the module of browsers answers otherwise, or with pages that are not there. */
const OF_THE_MODULE = [
  ['The module of browsers beside the engine', 'measure.ts'],
  // 20 minutes, at five pictures a second.
  ['Film of unknown pages', 'false-answers.ts', '--frames', '6000', '--siblings', '0'],
  ['Pages that are followed', 'following.ts'],
  ['First answers after a page comes into view', 'first-answer.ts'],
  ['Packs that nobody has made well', 'mutated-packs.ts'],
  ['Pages of one design', 'same-content.ts'],
];

const PARTS = {
  lint: {
    when: "before a release: what React's compiler finds in the console",
    run: async (report) => {
      const args = [tool('eslint/bin/eslint.js'), '.', '--max-warnings=0'];
      const { isGood } = await runQuietStep(report.progress, 'Deep lint', args, { LOUPE_LINT: 'deep' });
      report.addCheck('Deep lint', isGood);
    },
  },
  sanitizers: {
    when: 'when native/ changed: the native tests under ASan and UBSan, with the share of lines they execute',
    run: (report) => proveNative(report, 'sanitizers', 'Native tests under sanitizers', ['--sanitize']),
  },
  threads: {
    when: 'when index, search, retrieval or shards changed: their tests under ThreadSanitizer',
    run: (report) => proveNative(report, 'threads', 'Native tests under ThreadSanitizer', ['--threads']),
  },
  tidy: {
    when: 'when native/ changed: clang-tidy over all sources (needs clang-tidy)',
    run: async (report) => {
      if (await lintNative(report)) writeProven('tidy');
    },
  },
  fuzz: {
    when: 'when a reader of files or messages changed: a minute for each target',
    run: (report) => runProgram(report, 'Fuzzing', process.execPath, ['scripts/fuzz.mjs', '--seconds', '60']),
  },
  device: {
    when: 'when native/core or native/wasm changed: the module of browsers beside the native engine over 2,000 questions, 20 minutes of unknown pages, films of a page that is followed or comes into view, 10,000 packs that nobody has made well',
    run: async (report) => {
      const left = [...OF_THE_MODULE];
      // Two at a time, each of one thread: they measure the processor's time.
      const lane = async () => {
        for (let next = left.shift(); next !== undefined; next = left.shift()) {
          const [title, program, ...options] = next;
          const args = ['--import', 'tsx', `packages/engine-wasm/proof/${program}`, ...options];
          await runProgram(report, title, process.execPath, args);
        }
      };
      await Promise.all([lane(), lane()]);
      // By the clock: alone.
      await runProgram(report, 'Building the scanner', process.execPath, ['scripts/packages/build-scan.mjs']);
      const program = 'packages/engine-wasm/proof/first-answer-in-chromium.ts';
      await runProgram(report, 'First answers in Chromium', process.execPath, ['--import', 'tsx', program]);
    },
  },
  stories: {
    when: 'when the rules of credits, pages or statistics, fine comparison or the console changed: weeks, months, editions of print, random walks, all pages on slow networks, at all sizes',
    run: (report) =>
      runVitest(report, {
        title: 'Long stories',
        files: filesOfStories(),
        env: { LOUPE_TEST_STORIES: 'long' },
      }),
  },
  prebuilt: {
    when: 'after `npm run prebuilt`: the engine of prebuilt/ answers as one that is compiled again',
    run: (report) => proveBy(report, 'Prebuilt engine', provePrebuilt),
  },
  packages: {
    when: 'when packages/ changed: the tarballs in empty folders, with Node 20, 22 and 24, TypeScript and four bundlers',
    run: (report) => proveBy(report, 'Packages', provePackages),
  },
  bench: {
    when: 'when packages/bench or the engine changed: the tests of the benchmark, of its prints and photos',
    run: (report) => runVitest(report, { title: 'Tests of the benchmark', project: 'bench' }),
  },
  postgres: {
    when: 'when a service, a migration or SQL changed: the tests of npm test with all data in PostgreSQL',
    run: (report) => runVitest(report, { title: 'All tests on PostgreSQL', env: ON_POSTGRES }),
  },
  servers: {
    when: 'when something is kept in a server’s memory: the tests of the wire with two servers behind a balancer',
    run: (report) =>
      runVitest(report, {
        title: 'Tests of the wire with two servers',
        files: OF_THE_WIRE,
        env: { ...ON_POSTGRES, LOUPE_TEST_SERVERS: '2' },
      }),
  },
  pdfs: {
    when: 'when the drawing of PDFs or pdfium changed: a few hundred PDFs beside poppler (needs pdftoppm)',
    run: (report) =>
      runProgram(report, 'PDFs beside poppler', process.execPath, [
        '--import',
        'tsx',
        'test/kit/pdf-comparison/compare.ts',
      ]),
  },
  nodes: {
    when: 'when dependencies or the set-up changed: `npm test` with every Node that Loupe runs with',
    run: (report) => runProgram(report, 'Every Node', process.execPath, ['scripts/test-nodes.mjs']),
  },
};

function chosenParts(words) {
  const unknown = words.find((word) => !(word in PARTS));
  if (unknown !== undefined) {
    throw new SetupError(`There is no part ${unknown}; there are ${Object.keys(PARTS).join(', ')}.`);
  }
  return words.length === 0 ? Object.keys(PARTS) : words;
}

await runCommand(async () => {
  const progress = createProgress();
  const words = process.argv.slice(2);
  if (words.includes('--list')) {
    for (const [name, { when }] of Object.entries(PARTS)) progress.print(`  ${name.padEnd(12)}${when}`);
    return;
  }
  const parts = chosenParts(words);
  await setUp(progress, { forTests: true });
  const report = new TestReport(progress);
  for (const name of parts) {
    progress.print(`\nProof: ${name} (${PARTS[name].when})`);
    await PARTS[name].run(report);
  }
  report.close();
});
