/**
 * Builds and runs the native benchmark of the engine's core; arguments are passed on.
 *
 *   node scripts/bench-native.mjs [arguments]
 */
import './node/require.cjs';
import { buildProgram, runProgram } from './native/programs.mjs';

try {
  const program = await buildProgram('native_bench');
  process.exitCode = await runProgram(program, process.argv.slice(2));
} catch (error) {
  console.error(error.stderr || error.message);
  process.exitCode = 1;
}
