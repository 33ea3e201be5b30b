/**
 * Builds and runs the native tests.
 *
 *   node scripts/test-native.mjs [--sanitize] [-- doctest arguments]
 */
import './node/require.cjs';
import { buildProgram, runProgram } from './native-build.mjs';
import { nativeSources } from './native-sources.cjs';

const args = process.argv.slice(2);
const separator = args.indexOf('--');
const own = separator < 0 ? args : args.slice(0, separator);
const forDoctest = separator < 0 ? [] : args.slice(separator + 1);
const sanitize = own.includes('--sanitize');

try {
  const program = await buildProgram('native-test', [...nativeSources('test'), ...nativeSources('fuzz')], {
    sanitize,
  });
  process.exitCode = await runProgram(program, forDoctest, {
    ...process.env,
    UBSAN_OPTIONS: 'print_stacktrace=1',
    ASAN_OPTIONS: process.env.ASAN_OPTIONS ?? 'detect_leaks=0',
  });
} catch (error) {
  console.error(error.stderr || error.message);
  process.exitCode = 1;
}
