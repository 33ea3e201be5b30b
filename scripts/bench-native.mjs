/**
 * Builds and runs the native benchmark of the engine's core; arguments are passed on.
 *
 *   node scripts/bench-native.mjs [arguments]
 */
import './node/require.cjs';
import { buildProgram, runProgram } from './native-build.mjs';
import { nativeSources } from './native-sources.mjs';

try {
  const program = await buildProgram('native-bench', nativeSources('bench'));
  process.exitCode = await runProgram(program, process.argv.slice(2));
} catch (error) {
  console.error(error.stderr || error.message);
  process.exitCode = 1;
}
