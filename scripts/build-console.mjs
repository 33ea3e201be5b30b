/** Bundles the console into dist/console, with compressed copies of its files. A step of the set-up, in a process of its own. */
import './node/require.cjs';
import { build } from 'vite';
import { writeSchemaFacts } from './setup/console/console-schema.mjs';
import { consoleSite } from './setup/console/console.mjs';
import { inRoot } from './setup/paths.mjs';
import { precompress } from './setup/precompress.mjs';

writeSchemaFacts();
await build({ configFile: inRoot('console/vite.config.ts'), logLevel: 'warn' });
// The page for readers is a bundle of its own, which shares no file with the console.
await build({ configFile: inRoot('console/vite.scan.config.ts'), logLevel: 'warn' });
await precompress(consoleSite.folder);
