/**
 * `npm run fuzz`: attacks the readers of DNA, manifests and segments under ASan and UBSan.
 *
 *   npm run fuzz                            ten minutes for each target
 *   npm run fuzz -- --seconds 60 --target dna
 *   npm run fuzz -- --target dna --input fuzz-dna.bin    tries one input again
 *
 * With clang++ libFuzzer does it, which follows coverage; with any other compiler a driver of our own, which is
 * deterministic.
 */
import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { buildProgram, FUZZ_SOURCES, runProgram } from './native-build.mjs';
import { runCommand } from './setup/command.mjs';
import { inRoot } from './setup/paths.mjs';
import { findProgram } from './setup/run.mjs';

const FUNCTIONS = { dna: 'DnaTarget', manifest: 'ManifestTarget', segment: 'SegmentTarget' };
const DEFAULT_SECONDS = '600';
const environment = { ...process.env, ASAN_OPTIONS: process.env.ASAN_OPTIONS ?? 'detect_leaks=0' };

const { values } = parseArgs({
  options: {
    target: { type: 'string' },
    seconds: { type: 'string', default: DEFAULT_SECONDS },
    seed: { type: 'string', default: '1' },
    input: { type: 'string' },
  },
});

async function runDriver() {
  const program = await buildProgram('native-fuzz', [...FUZZ_SOURCES, 'native/fuzz/driver.cc'], {
    sanitize: true,
  });
  const args = Object.entries(values).flatMap(([name, value]) => [`--${name}`, value]);
  return runProgram(program, args, environment);
}

async function runLibFuzzer(name) {
  process.env.CXX = 'clang++';
  const program = await buildProgram(
    `native-fuzz-${name}`,
    [...FUZZ_SOURCES, 'native/fuzz/libfuzzer_entry.cc'],
    {
      sanitize: true,
      fuzzer: true,
      define: [`LOUPE_FUZZ_TARGET=${FUNCTIONS[name]}`],
    },
  );
  const corpus = inRoot('.cache', 'fuzz', name);
  mkdirSync(corpus, { recursive: true });
  return runProgram(
    program,
    [corpus, `-max_total_time=${values.seconds}`, `-seed=${values.seed}`],
    environment,
  );
}

await runCommand(async () => {
  const names = values.target === undefined ? Object.keys(FUNCTIONS) : [values.target];
  if (values.input !== undefined || findProgram('clang++') === undefined) {
    process.exitCode = await runDriver();
    return;
  }
  for (const name of names) process.exitCode ||= await runLibFuzzer(name);
});
