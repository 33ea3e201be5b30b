/** What the types of the console are checked against, written from the committed GraphQL schema; no build needs it. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifyIntrospection, outputIntrospectionFile } from '@gql.tada/internal';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { generatedFolder } from './console-schema.mjs';
import { schemaFile } from '../paths.mjs';

export function writeSchemaTypes() {
  const schema = buildSchema(readFileSync(schemaFile, 'utf8'));
  const introspection = minifyIntrospection(introspectionFromSchema(schema, { descriptions: false }));
  mkdirSync(generatedFolder, { recursive: true });
  const types = outputIntrospectionFile(introspection, { fileType: '.d.ts' });
  writeFileSync(join(generatedFolder, 'schema.d.ts'), types);
}
