/** Fails when a file of the native engine includes one of a higher floor: see native/core/floors.txt. */
import { inRoot } from './setup/paths.mjs';
import { floorFaults } from './support/floors.mjs';

const faults = floorFaults(inRoot('native'));
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
