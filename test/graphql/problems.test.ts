/** Each mutation answers its problems as data, and never a problem that its type does not name. */
import {
  buildSchema,
  getNamedType,
  type GraphQLField,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  isUnionType,
} from 'graphql';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../kit/app.js';
import { textMember } from '../kit/json.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';
import { GraphqlClient } from './support.js';

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
type Mutation = GraphQLField<unknown, unknown>;
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});

const problemsOf = ({ type }: Mutation): readonly string[] => {
  const named = getNamedType(type);
  if (!isUnionType(named)) return [];
  return named.getTypes().flatMap(({ name }) => (name.endsWith('Problem') ? [name] : []));
};

/** Texts that are right for what they are named after; others are any text. */
const TEXTS: Readonly<Record<string, string>> = {
  languageCode: 'en-US',
  mail: 'reader@example.org',
  url: 'https://example.org/hook',
  password: 'correct horse battery',
};
/** No element, user or picture has this identifier. */
const UNKNOWN = '0190a000-0000-7000-8000-000000000000';
const SCALARS = { ID: UNKNOWN, Int: 1, Float: 1, Boolean: true, DateTime: '2026-03-01T00:00:00Z' } as const;

/** What names something that is not there where it is optional. */
const GIVEN: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  createApplication: { input: { kind: 'media', organizationId: UNKNOWN } },
  fullImport: { place: UNKNOWN, json: '{"Name":"x"}' },
  searchPictures: { organizationId: UNKNOWN },
};

/** A value of a type with what must be given, and nothing else. */
function valueOf(name: string, type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return valueOf(name, type.ofType);
  if (isListType(type)) return [valueOf(name, type.ofType)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    const given = type.isOneOf
      ? fields.filter((field) => !isFile(field)).slice(0, 1)
      : fields.filter(isRequiredInputField);
    return Object.fromEntries(given.map((field) => [field.name, valueOf(field.name, field.type)]));
  }
  return type.name === 'String' ? (TEXTS[name] ?? 'x') : SCALARS[type.name as keyof typeof SCALARS];
}

const isFile = ({ type }: { readonly type: GraphQLInputType }) => getNamedType(type).name === 'Upload';

let loupe: TestApp;
let administrator: GraphqlClient;
let nobody: GraphqlClient;
let picture: Buffer;

beforeAll(async () => {
  loupe = await startTestApp();
  const organization = await seed(loupe).organization({ credit: 100 });
  const user = await organization.user({ roles: ['Administrator'] });
  nobody = new GraphqlClient(loupe.url, { 'graphql-require-preflight': 'yes' });
  administrator = nobody.with({
    authorization: `Bearer ${user.token}`,
    apikey: organization.apiKey,
  });
  picture = await jpegPicture(1);
});
afterAll(async () => loupe.close());

/** The type that a mutation answers when it is asked about what is not there. */
async function answerOf(client: GraphqlClient, { name, args }: Mutation): Promise<string> {
  const files = args.filter(isFile);
  const isGiven = (arg: (typeof args)[number]) =>
    isFile(arg) || isNonNullType(arg.type) || GIVEN[name]?.[arg.name] !== undefined;
  const given = args.filter(isGiven);
  const inBrackets = (parts: readonly string[]) => (parts.length === 0 ? '' : `(${parts.join(', ')})`);
  const declared = inBrackets(given.map((arg) => `$${arg.name}: ${String(arg.type)}`));
  const passed = inBrackets(given.map((arg) => `${arg.name}: $${arg.name}`));
  const query = `mutation ${declared} { answer: ${name}${passed} { __typename } }`;
  const variables = Object.fromEntries(
    given
      .filter((arg) => !isFile(arg))
      .map((arg) => [arg.name, GIVEN[name]?.[arg.name] ?? valueOf(arg.name, arg.type)]),
  );
  const sent = Object.fromEntries(
    files.map((arg) => [arg.name, { bytes: picture, type: 'image/jpeg', name: 'a.jpg' }]),
  );
  const { data, errors } =
    files.length > 0 ? await client.upload(query, variables, sent) : await client.run(query, variables);
  expect(errors, name).toBeUndefined();
  return textMember(data?.['answer'], '__typename');
}

const answering = (problem: string) =>
  mutations
    .filter((mutation) => problemsOf(mutation).includes(problem))
    .map((mutation) => [mutation.name, mutation] as const);

describe('nobody may', () => {
  test.each(answering('AccessProblem'))('%s', async (_name, mutation) => {
    expect(await answerOf(nobody, mutation)).toBe('AccessProblem');
  });
});

describe('what is not there is not found by', () => {
  test.each(answering('NotFoundProblem'))('%s', async (_name, mutation) => {
    expect(await answerOf(administrator, mutation)).toBe('NotFoundProblem');
  });
});
