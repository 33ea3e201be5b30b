/** Describes the engine's management interface from its table of routes. */
import { engineV3Routes, problemShape } from '../engine-v3/register.js';
import { BASE, type EngineRoute } from '../engine-v3/route.js';
import type { SchemaWriter } from './schema-writer.js';
import type { JsonSchema, MediaType, OperationFacts, Parameter, Paths, ResponseFacts } from './types.js';

const meanings: Readonly<Record<number, string>> = {
  200: 'Done',
  201: 'Added',
  202: 'Taken; ask how far it is',
  204: 'Deleted',
  400: 'Something in the request is missing or wrong',
  401: 'The token is missing, wrong or expired',
  403: 'Your role, or the key, does not allow it',
  404: 'There is no such thing within your reach',
  409: 'It is taken already',
  413: 'The body is too large',
  415: 'The body is of a kind that is not taken here',
  500: 'The server failed',
  503: 'The server is too busy, or its database or files do not answer; try again',
  507: 'The disk of the server is full; nothing was changed',
};

/** Writes every route. */
export function describeEngineV3(schemas: SchemaWriter): Paths {
  const paths: Paths = {};
  for (const route of engineV3Routes) {
    const path = `${BASE}${route.path}`.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[route.method.toLowerCase()] = describe(route, path, schemas);
  }
  return paths;
}

function describe(route: EngineRoute, path: string, schemas: SchemaWriter): OperationFacts {
  const content = bodyOf(route, schemas);
  return {
    operationId: [route.method.toLowerCase(), ...path.split('/')].join('_').replace(/\W/g, '_'),
    tags: ['Engine: management'],
    summary: route.summary,
    security: route.key === 'none' ? [{ bearer: [] }] : [{ applicationKey: [] }, { bearer: [] }],
    parameters: [...pathParameters(path), ...queryParameters(route)],
    ...(content === null ? {} : { requestBody: { required: true, content } }),
    responses: responsesOf(route, schemas),
  };
}

const pathExamples: Readonly<Record<string, string>> = {
  id: 'current',
  imageId: 'poster-12',
  importId: '019a9e6f-0000-7000-8000-000000000001',
};

function pathParameters(path: string): readonly Parameter[] {
  const known: Readonly<Record<string, string>> = {
    id: 'Id of the application; `current` for the one that the key belongs to',
    imageId: 'Id of the reference, percent-encoded',
    importId: 'Id of the import',
  };
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: known[name] ?? name,
    example: pathExamples[name] ?? name,
    schema: { type: 'string' },
  }));
}

function queryParameters({ query = {} }: EngineRoute): readonly Parameter[] {
  return Object.entries(query).map(([name, description]) => ({
    name,
    in: 'query',
    required: false,
    description,
    schema: { type: 'string' },
  }));
}

function bodyOf(
  { body, texts, files }: EngineRoute,
  schemas: SchemaWriter,
): Readonly<Record<string, MediaType>> | null {
  if (body !== undefined) return { 'application/json': { schema: schemas.input(body) } };
  if (texts === undefined && files === undefined) return null;
  const parts: [string, JsonSchema][] = [
    ...Object.entries(texts ?? {}).map(([name, description]): [string, JsonSchema] => [
      name,
      /repeat the (part|parameter)/.test(description)
        ? { type: 'array', items: { type: 'string' }, description }
        : { type: 'string', description },
    ]),
    ...Object.entries(files ?? {}).map(([name, description]): [string, JsonSchema] => [
      name,
      { type: 'string', contentMediaType: 'application/octet-stream', description },
    ]),
  ];
  const required = parts.filter(([name]) => name.endsWith('*')).map(([name]) => name.slice(0, -1));
  const properties = Object.fromEntries(parts.map(([name, schema]) => [name.replace('*', ''), schema]));
  const schema = { type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
  return { 'multipart/form-data': { schema } };
}

function responsesOf(route: EngineRoute, schemas: SchemaWriter): Readonly<Record<string, ResponseFacts>> {
  const problem = { 'application/problem+json': { schema: schemas.output(problemShape) } };
  const isForm = route.files !== undefined;
  const refusals = [
    400,
    401,
    403,
    404,
    ...(route.body ? [409] : []),
    ...(isForm ? [413, 415] : []),
    500,
    503,
    ...(route.method === 'GET' ? [] : [507]),
  ];
  const answer = route.answer
    ? { content: { 'application/json': { schema: schemas.output(route.answer) } } }
    : {};
  return {
    [route.status]: { description: meanings[route.status] ?? '', ...answer },
    ...Object.fromEntries(
      refusals.map((status) => [String(status), { description: meanings[status] ?? '', content: problem }]),
    ),
  };
}
