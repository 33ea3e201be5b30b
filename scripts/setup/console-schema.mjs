/** What the console is checked against and its cache has to know, written from the committed GraphQL schema. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifyIntrospection, outputIntrospectionFile } from '@gql.tada/internal';
import { buildSchema, introspectionFromSchema, isAbstractType, isObjectType } from 'graphql';
import { inRoot, schemaFile } from './paths.mjs';

const folder = inRoot('console/src/api/generated');

/** The members of abstract types, and the types whose objects have no id of their own. */
function factsOf(schema) {
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
  const namesOf = (some) => some.map(({ name }) => name).sort();
  return {
    possibleTypes: Object.fromEntries(
      types.filter(isAbstractType).map((type) => [type.name, namesOf(schema.getPossibleTypes(type))]),
    ),
    withoutId: namesOf(
      types.filter((type) => isObjectType(type) && type.getFields().id?.type.toString() !== 'ID!'),
    ),
  };
}

export function writeConsoleSchema() {
  const schema = buildSchema(readFileSync(schemaFile, 'utf8'));
  const introspection = minifyIntrospection(introspectionFromSchema(schema, { descriptions: false }));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'schema.d.ts'), outputIntrospectionFile(introspection, { fileType: '.d.ts' }));
  writeFileSync(join(folder, 'schema-facts.json'), JSON.stringify(factsOf(schema)));
}
