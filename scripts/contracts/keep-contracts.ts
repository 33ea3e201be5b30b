/** Keeps the GraphQL schema and the OpenAPI document of a release; later changes are compared with them. See CHANGELOG.md. */
import { writeFileSync } from 'node:fs';
import { printedSchema } from '../../schema/index.js';
import { openApiDocument } from '../../src/rest/openapi/document.js';
import { version } from '../../src/kernel/version.js';

const keep = (name: string, text: string): void =>
  writeFileSync(new URL(`../../schema/released/${name}`, import.meta.url), text);

/** The document without examples and descriptions, which are no part of the contract. */
function withoutWords(value: unknown, isOfNames = false): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutWords(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => isOfNames || !['example', 'examples', 'description'].includes(name))
      .map(([name, each]) => [
        name,
        withoutWords(each, !isOfNames && ['properties', 'schemas'].includes(name)),
      ]),
  );
}

keep('schema.graphql', printedSchema());
keep('openapi.json', `${JSON.stringify(withoutWords(openApiDocument(version)))}\n`);
