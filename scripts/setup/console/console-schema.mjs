/** What the console's cache has to know, written from the committed GraphQL schema. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, isAbstractType, isObjectType } from 'graphql';
import { inRoot, schemaFile } from '../paths.mjs';

export const generatedFolder = inRoot('console/src/api/generated');

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

export function writeSchemaFacts() {
  const schema = buildSchema(readFileSync(schemaFile, 'utf8'));
  mkdirSync(generatedFolder, { recursive: true });
  writeFileSync(join(generatedFolder, 'schema-facts.json'), JSON.stringify(factsOf(schema)));
}
