/** `npm run schema`, second half: what the console takes from the GraphQL schema. The set-up for tests does it, too. */
import '../node/require.cjs';
import { writeSchemaFacts } from '../setup/console/console-schema.mjs';
import { writeSchemaTypes } from '../setup/console/console-types.mjs';

writeSchemaFacts();
writeSchemaTypes();
