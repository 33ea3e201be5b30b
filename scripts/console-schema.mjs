/** `npm run schema`, second half: what the console takes from the GraphQL schema. The set-up does it, too. */
import './node/require.cjs';
import { writeConsoleSchema } from './setup/console-schema.mjs';

writeConsoleSchema();
