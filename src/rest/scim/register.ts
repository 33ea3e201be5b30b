/** Serves SCIM 2.0 (RFC 7643 and 7644) at `/scim/v2`, to directories that show a machine token. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { baseUrlOf } from '../../http/base-url.js';
import { parseJson } from '../../http/json-text.js';
import { readTextBody } from '../../http/raw-body.js';
import { LoupeError } from '../../kernel/errors.js';
import type { Viewer } from '../../access/viewer.js';
import type { AuthService } from '../../users/sessions/auth.service.js';
import type { DirectoryGroupService } from '../../users/directory/directory-group.service.js';
import type { DirectoryUserService } from '../../users/directory/directory-user.service.js';
import type { Listed, ListPart } from '../../users/directory/directory-place.js';
import { authenticate } from '../shared/authenticate.js';
import { Parameters } from '../shared/parameters.js';
import { type Endpoint, type Exchange, registerEndpoints } from '../shared/register.js';
import type { Method } from '../shared/route.js';
import { readWanted } from './attribute-path.js';
import { groupResource, readGroup } from './group-resource.js';
import { isObject, readPatch, stepsOf } from './patch.js';
import { SCIM_MEDIA_TYPE, ScimError, sendScimError } from './scim-error.js';
import { MOST_LISTED, providerConfig, resourceTypes, schemas } from './self-description.js';
import { readPerson, userResource } from './user-resource.js';

export interface ScimContext {
  readonly services: {
    readonly auth: AuthService;
    readonly directoryUsers: DirectoryUserService;
    readonly directoryGroups: DirectoryGroupService;
  };
  /** Base of addresses in answers; null takes it from each request. */
  readonly publicUrl: string | null;
}

interface Answer {
  readonly status: 200 | 201 | 204;
  readonly body?: unknown;
}

/** One request of a directory. */
interface Asked {
  readonly viewer: Viewer;
  readonly services: ScimContext['services'];
  /** The address of this surface. */
  readonly base: string;
  readonly id: string;
  readonly query: Parameters;
  readonly body: () => Promise<Readonly<Record<string, unknown>>>;
}

interface ScimEndpoint extends Endpoint {
  readonly isPublic: boolean;
  readonly handle: (asked: Asked) => Promise<Answer> | Answer;
}

const BASE = '/scim/v2';
const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
/** A group of 20,000 members is sent at once. */
const MAX_BYTES = 4 * 1024 * 1024;
const USUALLY_LISTED = 100;

const USER_FILTERS = {
  id: 'id',
  username: 'userName',
  externalid: 'externalId',
  'emails.value': 'mail',
  emails: 'mail',
} as const;
const GROUP_FILTERS = {
  id: 'id',
  displayname: 'name',
  externalid: 'externalId',
  members: 'memberId',
  'members.value': 'memberId',
} as const;

const ok = (body: unknown): Answer => ({ status: 200, body });
const noContent: Answer = { status: 204 };

const endpoint = (
  method: Method,
  path: string,
  handle: ScimEndpoint['handle'],
  isPublic = false,
): ScimEndpoint => ({
  methods: [method],
  url: `${BASE}${path}`,
  hasHead: true,
  isPublic,
  handle,
});

const users: readonly ScimEndpoint[] = [
  endpoint('GET', '/Users', async ({ viewer, services, base, query }) => {
    const part = partOf(query);
    const wanted = readWanted(query.get('filter'), USER_FILTERS);
    const list = await services.directoryUsers.list(viewer, wanted, part);
    return listed(list, part, (person) => chosen(userResource(person, base), query));
  }),
  endpoint('GET', '/Users/:id', async ({ viewer, services, base, id, query }) =>
    ok(chosen(userResource(await services.directoryUsers.get(viewer, id), base), query)),
  ),
  endpoint('POST', '/Users', async ({ viewer, services, base, body }) => {
    const person = readPerson(stepsOf(await body()), null);
    return { status: 201, body: userResource(await services.directoryUsers.create(viewer, person), base) };
  }),
  endpoint('PUT', '/Users/:id', async ({ viewer, services, base, id, body }) => {
    const person = readPerson(stepsOf(await body()), id);
    if (person.userName === undefined) throw new ScimError('invalidValue', 'userName is missing.');
    return ok(userResource(await services.directoryUsers.update(viewer, id, person), base));
  }),
  endpoint('PATCH', '/Users/:id', async ({ viewer, services, base, id, body }) => {
    const person = readPerson(readPatch(await body()), id);
    return ok(userResource(await services.directoryUsers.update(viewer, id, person), base));
  }),
  endpoint('DELETE', '/Users/:id', async ({ viewer, services, id }) => {
    await services.directoryUsers.delete(viewer, id);
    return noContent;
  }),
];

const groups: readonly ScimEndpoint[] = [
  endpoint('GET', '/Groups', async ({ viewer, services, base, query }) => {
    const part = partOf(query);
    const wanted = readWanted(query.get('filter'), GROUP_FILTERS);
    const list = await services.directoryGroups.list(viewer, wanted, {
      ...part,
      withMembers: isChosen('members', query),
    });
    return listed(list, part, (group) => chosen(groupResource(group, base), query));
  }),
  endpoint('GET', '/Groups/:id', async ({ viewer, services, base, id, query }) => {
    const withMembers = isChosen('members', query);
    return ok(
      chosen(groupResource(await services.directoryGroups.get(viewer, id, { withMembers }), base), query),
    );
  }),
  endpoint('POST', '/Groups', async ({ viewer, services, base, body }) => {
    const group = readGroup(stepsOf(await body()), null);
    return { status: 201, body: groupResource(await services.directoryGroups.create(viewer, group), base) };
  }),
  endpoint('PUT', '/Groups/:id', async ({ viewer, services, base, id, body }) => {
    const group = readGroup(stepsOf(await body()), id);
    if (group.name === undefined) throw new ScimError('invalidValue', 'displayName is missing.');
    return ok(groupResource(await services.directoryGroups.update(viewer, id, group), base));
  }),
  endpoint('PATCH', '/Groups/:id', async ({ viewer, services, id, body }) => {
    // The answer is empty: a group may have thousands of members.
    await services.directoryGroups.update(viewer, id, readGroup(readPatch(await body()), id));
    return noContent;
  }),
  endpoint('DELETE', '/Groups/:id', async ({ viewer, services, id }) => {
    await services.directoryGroups.delete(viewer, id);
    return noContent;
  }),
];

const descriptions: readonly ScimEndpoint[] = [
  endpoint('GET', '/ServiceProviderConfig', ({ base }) => ok(providerConfig(base)), true),
  endpoint('GET', '/ResourceTypes', ({ base }) => all(resourceTypes(base)), true),
  endpoint('GET', '/ResourceTypes/:id', ({ base, id }) => one(resourceTypes(base), id), true),
  endpoint('GET', '/Schemas', ({ base }) => all(schemas(base)), true),
  endpoint('GET', '/Schemas/:id', ({ base, id }) => one(schemas(base), id), true),
];

export function registerScim(http: FastifyInstance, context: ScimContext): void {
  registerEndpoints(http, [...users, ...groups, ...descriptions], {
    answer: async (each, exchange) => answer(each, exchange, context),
    sendError: sendScimError,
  });
}

async function answer(
  { isPublic, handle }: ScimEndpoint,
  { request, reply }: Exchange,
  { services, publicUrl }: ScimContext,
): Promise<FastifyReply> {
  const viewer = await authenticate(request, isPublic ? 'none' : 'token', services.auth);
  const { status, body } = await handle({
    viewer,
    services,
    base: `${baseUrlOf(request, publicUrl)}${BASE}`,
    id: (request.params as { readonly id?: string }).id ?? '',
    query: new Parameters(request.query),
    body: async () => readBody(request),
  });
  reply.code(status).header('Cache-Control', 'no-store');
  if (body === undefined) return reply.send();
  const { meta } = body as { readonly meta?: { readonly location: string } };
  if (status === 201 && meta !== undefined) reply.header('Location', meta.location);
  return reply.type(SCIM_MEDIA_TYPE).send(JSON.stringify(body));
}

async function readBody(request: FastifyRequest): Promise<Readonly<Record<string, unknown>>> {
  const type = request.headers['content-type'] ?? 'application/json';
  if (!/[/+]json\b/i.test(type)) {
    throw new LoupeError(
      'UNSUPPORTED_MEDIA',
      'Send the header "Content-Type: application/scim+json" and a JSON body.',
    );
  }
  const body = await parseJson(await readTextBody(request.raw, MAX_BYTES), 'body');
  if (!isObject(body)) throw new ScimError('invalidSyntax', 'The body must be a JSON object.');
  return body;
}

/** @throws LoupeError BAD_USER_INPUT */
function partOf(query: Parameters): ListPart {
  const take = Math.max(0, query.wholeNumber('count') ?? USUALLY_LISTED);
  return {
    skip: Math.max(1, query.wholeNumber('startIndex') ?? 1) - 1,
    take: Math.min(take, MOST_LISTED),
  };
}

function listed<T>({ total, items }: Listed<T>, { skip }: ListPart, resourceOf: (item: T) => object): Answer {
  return ok({
    schemas: [LIST_SCHEMA],
    totalResults: total,
    startIndex: skip + 1,
    itemsPerPage: items.length,
    Resources: items.map(resourceOf),
  });
}

const all = (resources: readonly object[]): Answer =>
  listed({ total: resources.length, items: resources }, { skip: 0, take: MOST_LISTED }, (each) => each);

function one(resources: readonly { readonly id: string }[], id: string): Answer {
  const found = resources.find((each) => each.id.toLowerCase() === id.toLowerCase());
  if (found === undefined) throw new LoupeError('NOT_FOUND', 'There is nothing of that name here.');
  return ok(found);
}

/** Whether an attribute is asked for (RFC 7644, 3.9). */
function isChosen(name: string, query: Parameters): boolean {
  const named = (parameter: string) =>
    (query.get(parameter) ?? '')
      .split(',')
      .map((each) => each.trim().toLowerCase().split('.')[0] ?? '')
      .filter((each) => each !== '');
  const wanted = named('attributes');
  if (wanted.length > 0) return wanted.includes(name.toLowerCase());
  return !named('excludedAttributes').includes(name.toLowerCase());
}

function chosen(resource: object, query: Parameters): object {
  const isAlways = (name: string) => name === 'id' || name === 'schemas';
  return Object.fromEntries(
    Object.entries(resource).filter(([name]) => isAlways(name) || isChosen(name, query)),
  );
}
