/**
 * `npm run fuzz`: attacks the readers of DNA, manifests and segments under ASan and UBSan.
 *
 *   npm run fuzz                            ten minutes for each target
 *   npm run fuzz -- --seconds 60 --target dna
 *   npm run fuzz -- --target dna --input fuzz-dna.bin    tries one input again
 *
 * With clang++ libFuzzer does it, which follows coverage and keeps its corpus below .cache/fuzz; with any other compiler a
 * driver of our own, which is deterministic. What makes a target fail lies in the working folder as fuzz-<target>-….
 */
import './node/require.cjs';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { buildProgram, runProgram } from './native/programs.mjs';
import { runCommand } from './setup/command.mjs';
import { inRoot } from './setup/paths.mjs';
import { findProgram, SetupError } from './setup/run.mjs';

const TARGETS = ['dna', 'manifest', 'segment', 'thumbnail'];
const DEFAULT_SECONDS = '600';
/** Greater than every seed: libFuzzer would cut them to 4,096 bytes. */
const MAX_INPUT_BYTES = 65_536;
const CLANG_NAMES = ['clang++', ...[21, 20, 19, 18, 17, 16, 15, 14].map((version) => `clang++-${version}`)];
const environment = { ...process.env, ASAN_OPTIONS: process.env.ASAN_OPTIONS ?? 'detect_leaks=0' };

const { values } = parseArgs({
  options: {
    target: { type: 'string' },
    seconds: { type: 'string', default: DEFAULT_SECONDS },
    seed: { type: 'string', default: '1' },
    input: { type: 'string' },
  },
});

/** Whether a compiler runs and has libFuzzer. */
function hasFuzzer(clang) {
  const arch = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
  const args = [`-print-file-name=libclang_rt.fuzzer-${arch}.a`];
  // It prints the bare name of a file that it does not have. A wrapper around an absent compiler fails.
  const { status, stdout } = spawnSync(clang, args, { encoding: 'utf8' });
  return status === 0 && existsSync(stdout.trim());
}

/** A clang++ that has libFuzzer, or undefined. */
const findClangWithFuzzer = () =>
  CLANG_NAMES.map((name) => findProgram(name)).find((clang) => clang !== undefined && hasFuzzer(clang));

async function runDriver() {
  const program = await buildProgram('native_fuzz');
  const args = Object.entries(values).flatMap(([name, value]) => [`--${name}`, value]);
  return runProgram(program, args, environment);
}

async function runLibFuzzer(name, clang) {
  const program = await buildProgram(`native_fuzz_${name}`, { cxx: clang });
  const corpus = inRoot('.cache', 'fuzz', name);
  mkdirSync(corpus, { recursive: true });
  return runProgram(
    program,
    [
      corpus,
      `-max_total_time=${values.seconds}`,
      `-seed=${values.seed}`,
      `-max_len=${MAX_INPUT_BYTES}`,
      `-artifact_prefix=fuzz-${name}-`,
      '-print_final_stats=1',
    ],
    environment,
  );
}

await runCommand(async () => {
  const names = values.target === undefined ? TARGETS : [values.target];
  const unknown = names.find((name) => !TARGETS.includes(name));
  if (unknown !== undefined) {
    throw new SetupError(`There is no target ${unknown}; there are ${TARGETS.join(', ')}.`);
  }
  const clang = findClangWithFuzzer();
  if (values.input === undefined && clang === undefined) {
    console.error('libFuzzer is not installed, so that a driver of our own runs. To have both:');
    console.error('  apt-get install clang libclang-rt-dev    (Debian 12: clang-14 libclang-rt-14-dev)');
  }
  if (values.input !== undefined || clang === undefined) {
    process.exitCode = await runDriver();
    return;
  }
  for (const name of names) process.exitCode ||= await runLibFuzzer(name, clang);
});
