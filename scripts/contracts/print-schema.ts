/** Writes the GraphQL schema to schema/schema.graphql; a test fails when the committed file drifts. */
import { writeFileSync } from 'node:fs';
import { printedSchema } from '../../schema/index.js';

writeFileSync(new URL('../../schema/schema.graphql', import.meta.url), printedSchema());
