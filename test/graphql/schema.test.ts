import { readFileSync } from 'node:fs';
import {
  type GraphQLArgument,
  type GraphQLNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { expect, test } from 'vitest';
import { printedSchema, schema } from '../../schema/index.js';

test('the committed SDL is the schema', () => {
  const committed = readFileSync(new URL('../../schema/schema.graphql', import.meta.url), 'utf8');
  expect(printedSchema(), 'run: npm run schema').toBe(committed);
});

test('every type, field and argument has a description', () => {
  const isOurs = (type: GraphQLNamedType) =>
    !type.name.startsWith('__') && !/Success$|Result$/.test(type.name);
  const missing = Object.values(schema.getTypeMap())
    .filter(isOurs)
    .flatMap((type) => {
      if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return [];
      const fields = Object.values(type.getFields()).flatMap((field) => [
        ...(field.description ? [] : [`${type.name}.${field.name}`]),
        ...('args' in field ? (field.args as readonly GraphQLArgument[]) : [])
          .filter((argument) => !argument.description)
          .map((argument) => `${type.name}.${field.name}(${argument.name})`),
      ]);
      return [...(type.description ? [] : [type.name]), ...fields];
    });
  expect(missing).toEqual([]);
});
