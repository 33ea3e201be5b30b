/** Bundles the console into dist/console. A step of the set-up, in a process of its own. */
import './node/require.cjs';
import { build } from 'vite';
import { writeConsoleSchema } from './setup/console-schema.mjs';
import { inRoot } from './setup/paths.mjs';

writeConsoleSchema();
await build({ configFile: inRoot('console/vite.config.ts'), logLevel: 'warn' });
