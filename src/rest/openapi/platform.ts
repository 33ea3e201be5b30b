/** Describes the platform's REST surface from its table of routes. */
import type { Authentication } from '../shared/authenticate.js';
import type { RouteFacts } from '../shared/route.js';
import type { Route } from '../platform/route.js';
import { itemShapeOf, listParametersOf } from '../platform/lists.js';
import { errorShape } from '../platform/shapes.js';
import { IDEMPOTENCY_KEY, takesKey } from '../platform/idempotency.js';
import { withExample } from './examples.js';
import type { SchemaWriter } from './schema-writer.js';
import type { JsonSchema, MediaType, OperationFacts, Parameter, Paths, ResponseFacts } from './types.js';
import { loginErrorShape } from '../../users/user.view.js';

const JSON_TYPE = 'application/json';

const CONDITIONS = {
  'If-Match': 'ETag of an earlier answer: the change is made only while nobody else has changed the element',
  'If-Unmodified-Since': 'Likewise by the Last-Modified of an earlier answer, in whole seconds',
};

const KEYS = {
  [IDEMPOTENCY_KEY]:
    'Your own key of this request, for example a Guid: sent again within a day, the request is answered again and not carried out again',
};

/** Writes every route under each of its addresses. */
export function describePlatform(routes: readonly Route[], schemas: SchemaWriter): Paths {
  const paths: Paths = {};
  for (const route of routes) {
    for (const address of addressesOf(route.path)) {
      const operations = (paths[address.path] ??= {});
      const described = describe(route, address, schemas);
      const [whole] = addressesOf(route.path);
      const short = addressesOf(route.path).at(-1);
      const sibling = (address.isShort ? whole : short)?.path ?? address.path;
      operations[route.method.toLowerCase()] = withExample(described, {
        method: route.method,
        path: address.path,
        sibling,
      });
    }
  }
  return paths;
}

/** Every method and address of the routes, as the description writes them. */
export function describedAddresses(routes: readonly Route[]) {
  return routes.flatMap(({ method, path }) =>
    addressesOf(path).map((address) => ({ method, path: address.path })),
  );
}

interface Address {
  readonly path: string;
  /** Whether the id that the path could hold is sent otherwise. */
  readonly isShort: boolean;
}

function addressesOf(path: string): readonly Address[] {
  const toTemplate = (text: string) => text.replace(/:(\w+)\??/g, '{$1}');
  if (!path.endsWith('/:id?')) return [{ path: toTemplate(path), isShort: false }];
  return [
    { path: toTemplate(path), isShort: false },
    { path: toTemplate(path.slice(0, -'/:id?'.length)), isShort: true },
  ];
}

function describe(route: Route, { path, isShort }: Address, schemas: SchemaWriter): OperationFacts {
  const requestBody = bodyOf(route, schemas);
  const words = path
    .replace(/[{}]/g, '')
    .split('/')
    .filter((word) => word !== '');
  return {
    operationId: [route.method.toLowerCase(), ...words].join('_').replace(/\W/g, '_'),
    tags: [tagOf(path)],
    summary: isShort
      ? `${route.summary} (the id as ?id=${route.body ? ' or in the body' : ''})`
      : route.summary,
    security: securityOf(route.authentication),
    parameters: [...pathParameters(path), ...idParameter(isShort), ...sentParameters(route)],
    ...(requestBody === null ? {} : { requestBody: { required: true, content: requestBody } }),
    responses: responsesOf(route, path, schemas),
  };
}

/** The resource, as the first segment below `/api` or `/services` names it. */
function tagOf(path: string): string {
  const [first = '', second = ''] = path.split('/').filter((word) => word !== '');
  const name = first === 'api' ? second : first;
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function securityOf(authentication: Authentication): OperationFacts['security'] {
  switch (authentication) {
    case 'none':
      return [];
    case 'optionalToken':
      return [{}, { bearer: [] }];
    case 'token':
      return [{ bearer: [] }];
    case 'apiKey':
      return [{ apiKey: [] }];
    case 'tokenOrApiKey':
      return [{ bearer: [] }, { apiKey: [] }];
  }
}

function pathParameters(path: string): readonly Parameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: name === 'role' ? 'Name of the role' : 'The id of the element',
    schema: { type: 'string' },
  }));
}

function idParameter(isShort: boolean): readonly Parameter[] {
  if (!isShort) return [];
  const description = 'The id of the element';
  return [{ name: 'id', in: 'query', required: false, description, schema: { type: 'string' } }];
}

function sentParameters(facts: Route): readonly Parameter[] {
  const read = (place: 'query' | 'header', table: Readonly<Record<string, string>> = {}) =>
    Object.entries(table).map(([name, description]): Parameter => ({
      name: name.replace('*', ''),
      in: place,
      required: name.endsWith('*'),
      description,
      schema: { type: 'string' },
    }));
  const conditions = {
    ...(facts.isConditional === true ? CONDITIONS : {}),
    ...(takesKey(facts) ? KEYS : {}),
  };
  return [
    ...read('query', { ...facts.query, ...listParametersOf(facts) }),
    ...read('header', { ...facts.headers, ...conditions }),
  ];
}

function bodyOf(facts: RouteFacts, schemas: SchemaWriter): Readonly<Record<string, MediaType>> | null {
  if (facts.body) return { [JSON_TYPE]: { schema: schemas.input(facts.body) } };
  if (facts.urlencoded) {
    return { 'application/x-www-form-urlencoded': { schema: schemas.input(facts.urlencoded) } };
  }
  if (!facts.form) return null;
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  const parts: (readonly [string, JsonSchema])[] = [
    ...Object.entries(facts.form).map(([name, rule]) => [name, schemas.input(rule)] as const),
    ...Object.entries(facts.texts ?? {}).map(
      ([name, description]) => [name, { type: 'string', description }] as const,
    ),
    ...Object.entries(facts.files ?? { 'file*': 'The file' }).map(
      ([name, description]) => [name, { ...file, description }] as const,
    ),
  ];
  const properties = Object.fromEntries(parts.map(([name, schema]) => [name.replace('*', ''), schema]));
  const required = parts.filter(([name]) => name.endsWith('*')).map(([name]) => name.slice(0, -1));
  const instead = facts.bodyInstead;
  return {
    'multipart/form-data': {
      schema: { type: 'object', properties, ...(required.length === 0 ? {} : { required }) },
    },
    ...(instead ? { [JSON_TYPE]: { schema: schemas.input(instead) } } : {}),
  };
}

const meanings: Readonly<Record<number, string>> = {
  400: 'Something in the request is missing or wrong; ModelState names it',
  401: 'The token or the ApiKey is missing, wrong or expired',
  403: 'Your role, or the contract of your organization, does not allow it',
  404: 'There is no such element within your reach',
  409: 'The Idempotency-Key was used for another request, or for one that has not ended',
  412: 'Somebody else changed the element since it was read',
  413: 'The body is too large',
  415: 'The body is of a kind that is not taken here',
  429: 'Too many requests; try again later',
  500: 'The server failed',
  503: 'The server is too busy, or its database or files do not answer; try again',
  507: 'The disk of the server is full; nothing was changed',
};

function responsesOf(
  route: Route,
  path: string,
  schemas: SchemaWriter,
): Readonly<Record<string, ResponseFacts>> {
  const responses: Record<string, ResponseFacts> = {};
  if (route.answer) {
    const isCreation = route.method === 'POST' && !makesNothing(path);
    const content = { [JSON_TYPE]: { schema: schemas.output(route.answer) } };
    responses[isCreation ? '201' : '200'] = {
      description: isCreation ? 'Created' : 'Found',
      ...(isList(route) ? { headers: listHeaders } : {}),
      content,
    };
  }
  if (!route.answer || route.isOptional) {
    responses['204'] = { description: route.isOptional ? 'Nothing was recognized' : 'Done' };
  }
  if (route.method === 'GET') responses['304'] = { description: 'Not changed since the given entity tag' };
  const isLogin = path === '/token';
  const error = { [JSON_TYPE]: { schema: schemas.output(errorShape) } };
  const loginError = { [JSON_TYPE]: { schema: schemas.output(loginErrorShape) } };
  for (const [status, meaning] of Object.entries<string>({ ...statusesOf(route), ...route.statuses })) {
    responses[status] = { description: meaning, content: isLogin && status === '400' ? loginError : error };
  }
  return responses;
}

function isList(route: Route): boolean {
  return route.method === 'GET' && itemShapeOf(route.answer) !== null;
}

const listHeaders = {
  'X-Total-Count': { description: 'Items of the whole list', schema: { type: 'integer' } },
  Link: { description: 'Addresses of the parts around this one (RFC 8288)', schema: { type: 'string' } },
};

/** POST routes that make nothing new. */
function makesNothing(path: string): boolean {
  return /^\/token|\/(VCard|VCalendar|Search|Restore|Empty|Plan)$|EnrichedImages/i.test(path);
}

function statusesOf({ authentication, ...facts }: Route): Readonly<Record<string, string>> {
  const hasBody = (facts.body ?? facts.form ?? facts.urlencoded) !== undefined;
  const statuses = [
    400,
    ...(authentication === 'none' ? [] : [401, 403]),
    404,
    ...(hasBody ? [413, 415] : []),
    ...(authentication === 'none' || facts.form ? [429] : []),
    500,
    503,
    ...(takesKey({ authentication, ...facts }) ? [409] : []),
    ...(facts.isConditional === true ? [412] : []),
    ...(facts.method === 'GET' ? [] : [507]),
  ];
  return Object.fromEntries(statuses.map((status) => [String(status), meanings[status] ?? '']));
}
