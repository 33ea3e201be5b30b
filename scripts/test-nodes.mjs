/**
 * `npm run test:nodes`: runs `npm test` with every Node that Loupe runs with, brings those Nodes first, and closes with a
 * table of the counts. Arguments are passed on, apart from versions:
 *
 *   npm run test:nodes                 22, 24 and 26
 *   npm run test:nodes -- 22 26        these alone
 */
import './node/require.cjs';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { bringNode } from './node/bring.cjs';
import { runCommand } from './setup/command.mjs';
import { closingCounts } from './testing/counts.mjs';
import { inRoot, rootDir } from './setup/paths.mjs';
import { formatDuration } from './setup/progress.mjs';
import { adopt, SetupError } from './setup/run.mjs';

const { versions } = JSON.parse(readFileSync(inRoot('scripts/node/pinned.json'), 'utf8'));

/** The versions to test with, and the arguments of `npm test`. */
function readArguments(args) {
  const given = args.filter((arg) => /^\d+$/.test(arg));
  const unknown = given.find((major) => !(major in versions));
  if (unknown !== undefined) {
    throw new SetupError(
      `There is no Node ${unknown} to test with; there are ${Object.keys(versions).join(', ')}.`,
    );
  }
  return {
    majors: given.length > 0 ? given : Object.keys(versions),
    rest: args.filter((arg) => !given.includes(arg)),
  };
}

/** The program of a Node, fetched unless it is here. */
function bring(major) {
  try {
    return bringNode(major, (version) => console.log(`Bringing Node ${version}.`));
  } catch (error) {
    if (error.isExplained !== true) throw error;
    throw new SetupError([error.message, error.advice].filter(Boolean).join(': '));
  }
}

/** Runs the whole of `npm test` with a Node; its output is shown as it comes. */
async function testWith(node, args) {
  const startedAt = Date.now();
  const child = adopt(
    spawn(node, [inRoot('scripts/test.mjs'), ...args], {
      cwd: rootDir,
      env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` },
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
    process.stdout.write(text);
  });
  const exitCode = await new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('close', resolve);
  });
  return { exitCode, counts: closingCounts(output), durationMs: Date.now() - startedAt };
}

await runCommand(async () => {
  const { majors, rest } = readArguments(process.argv.slice(2));
  const nodes = majors.map((major) => ({ version: versions[major].version, program: bring(major) }));
  const lines = [];
  for (const { version, program } of nodes) {
    console.log(`\nNode ${version}\n`);
    const { exitCode, counts, durationMs } = await testWith(program, rest);
    const cells = counts === undefined ? ['no counts', '', ''] : Object.values(counts).map(String);
    lines.push([version, ...cells, formatDuration(durationMs)]);
    if (exitCode !== 0) process.exitCode = 1;
  }
  const table = [['Node', 'passed', 'failed', 'skipped', 'time'], ...lines];
  console.log(
    `\n${table
      .map((cells) =>
        cells
          .map((cell) => cell.padEnd(11))
          .join(' ')
          .trimEnd(),
      )
      .join('\n')}`,
  );
});
