/**
 * `npm run lint:native`: clang-tidy over the native sources, by the short list in .clang-tidy. Files that were sound
 * with the same content, the same headers and the same list are not looked at again.
 *
 *   npm run lint:native                  all that changed; says so where clang-tidy is not installed
 *   npm run lint:native -- --required    fails there
 *   npm run lint:native -- --only native/core/index,native/binding    these folders alone
 */
import '../node/require.cjs';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { findOpenCv } from '../setup/opencv.mjs';
import { commonFlags, nodeApiFlags } from '../native/flags.mjs';
import { nativeSources } from '../native/sources.mjs';
import { inRoot, rootDir } from '../setup/paths.mjs';
import { findProgram } from '../setup/run.mjs';

const run = promisify(execFile);
const NAMES = ['clang-tidy-14', 'clang-tidy'];
const stampFile = inRoot('.cache/clang-tidy.json');

/** A source and all headers of ours that it includes, by content. */
function hashOf(path, seen = new Map()) {
  const visit = (name) => {
    if (seen.has(name)) return;
    const text = readFileSync(inRoot(name), 'utf8');
    seen.set(name, text);
    for (const [, included] of text.matchAll(/^#include "((?:core|binding|bench|fuzz|test|tools)\/[^"]+)"/gm))
      visit(`native/${included}`);
  };
  visit(path);
  const hash = createHash('sha256').update(readFileSync(inRoot('.clang-tidy')));
  for (const name of [...seen.keys()].sort()) hash.update(`${name}\0${seen.get(name)}\0`);
  return hash.digest('hex');
}

function readStamps() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    return {};
  }
}

/** @returns what clang-tidy complains about, or an empty text */
async function lint(program, openCv, path) {
  const flags = [
    ...commonFlags(''),
    ...['-Inative', `-isystem${openCv.includeDir}`, '-DLOUPE_FUZZ_TARGET=DnaTarget'],
  ];
  if (path.startsWith('native/binding/')) flags.push(...nodeApiFlags());
  try {
    await run(program, ['--quiet', path, '--', ...flags], { cwd: rootDir, maxBuffer: 1 << 26 });
    return '';
  } catch (error) {
    return error.stdout || error.message;
  }
}

async function lintAll(program, openCv, paths) {
  const before = readStamps();
  const stamps = {};
  const queue = [...paths];
  let isGood = true;
  const next = async () => {
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      const hash = hashOf(path);
      const complaint = before[path] === hash ? '' : await lint(program, openCv, path);
      if (complaint === '') {
        // At once, so that an interrupted run goes on where it ended.
        stamps[path] = hash;
        writeFileSync(stampFile, JSON.stringify({ ...before, ...stamps }, null, 1));
      } else {
        console.error(complaint);
      }
      isGood &&= complaint === '';
    }
  };
  mkdirSync(dirname(stampFile), { recursive: true });
  await Promise.all(Array.from({ length: availableParallelism() }, next));
  // A run over some folders says nothing of the others.
  const others = Object.entries(before).filter(([path]) => !paths.includes(path));
  writeFileSync(stampFile, JSON.stringify({ ...Object.fromEntries(others), ...stamps }, null, 1));
  return isGood;
}

const program = NAMES.map((name) => findProgram(name)).find((found) => found !== undefined);
const openCv = findOpenCv();
if (program === undefined || openCv === undefined) {
  console.log('C++ not linted: clang-tidy is not installed. To have it: apt-get install clang-tidy');
  if (process.argv.includes('--required')) process.exitCode = 1;
} else {
  const { values } = parseArgs({ options: { required: { type: 'boolean' }, only: { type: 'string' } } });
  const folders = values.only?.split(',') ?? [''];
  const all = new Set(['core', 'binding', 'test', 'fuzz', 'bench'].flatMap((kind) => nativeSources(kind)));
  const paths = [...all].filter((path) => folders.some((folder) => path.startsWith(folder)));
  if (!(await lintAll(program, openCv, paths))) process.exitCode = 1;
}
