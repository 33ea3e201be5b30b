/** Writes the pages and photos that scripts/proof/prove-engine.sh recognizes: node --import tsx packages/bench/simulation/render-set.ts FOLDER */
import { writeSyntheticSet } from './synthetic-set-writer.js';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name a folder for the pictures.');
await writeSyntheticSet(folder, { seed: 49, referenceCount: 12, queriesPerGroup: 1 });
