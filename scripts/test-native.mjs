/**
 * Builds and runs the native tests.
 *
 *   node scripts/test-native.mjs [--sanitize | --threads] [-- doctest arguments]
 *
 * --sanitize builds them under AddressSanitizer and UndefinedBehaviorSanitizer, and reports which share of the core's
 * lines they execute; --threads under ThreadSanitizer, and runs those of the index and of searching, which several
 * threads share.
 */
import './node/require.cjs';
import { coveredLines, forgetCoverage } from './native/coverage.mjs';
import { buildProgram, runProgram } from './native/programs.mjs';

const args = process.argv.slice(2);
const separator = args.indexOf('--');
const own = separator < 0 ? args : args.slice(0, separator);
const forDoctest = separator < 0 ? [] : args.slice(separator + 1);
const SHARED_BY_THREADS = '-sf=*/core/index/*,*/core/search/*,*/core/retrieval/*';

/** What coverage measures: GCC counts, and only a run of all tests is meaningful. */
const withCoverage = own.includes('--sanitize') && forDoctest.length === 0 && process.env.CXX === undefined;

function targetOf() {
  if (own.includes('--threads')) return 'native_test_thread';
  return own.includes('--sanitize') ? 'native_test_address' : 'native_test';
}

try {
  const target = targetOf();
  const program = await buildProgram(target);
  if (withCoverage) forgetCoverage();
  const filter =
    target === 'native_test_thread' && forDoctest.length === 0 ? [SHARED_BY_THREADS] : forDoctest;
  process.exitCode = await runProgram(program, filter, {
    ...process.env,
    UBSAN_OPTIONS: 'print_stacktrace=1',
    ASAN_OPTIONS: process.env.ASAN_OPTIONS ?? 'detect_leaks=0',
  });
  if (withCoverage) {
    const { executed, all } = await coveredLines();
    console.log(
      `Coverage: the native tests execute ${((100 * executed) / all).toFixed(1)} % of ${all} lines.`,
    );
  }
} catch (error) {
  console.error(error.stderr || error.message);
  process.exitCode = 1;
}
