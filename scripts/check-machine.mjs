/**
 * Ends with one clear text when the machine lacks what the recognition engine's build needs. npm runs it
 * (through build-requirements/) before any package compiles: a missing OpenCV is told within seconds and not
 * after minutes, nor as a compiler's flood of errors.
 */
import { missingPackages, missingText, thisMachine } from './setup/system.mjs';

const machine = thisMachine();
const missing = missingPackages(machine);
if (missing.length > 0) {
  process.stderr.write(`\n${missingText(missing, machine)}\n\n`);
  process.exitCode = 1;
}
