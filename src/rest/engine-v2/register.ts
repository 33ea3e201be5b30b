/**
 * Hangs the engine's REST surface on the HTTP server, under every address that its clients know. Answers are HTTP 200
 * with a status object whatever happens: clients of the field give up altogether on any other HTTP status.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { noteOperation } from '../../kernel/current-request.js';
import type { Services } from '../../app/services.js';
import { type ErrorCode, LoupeError } from '../../kernel/errors.js';
import { expected, refuse } from '../../http/errors.js';
import { engineListenerOf } from '../../http/server.js';
import { type Endpoint, type Exchange, registerEndpoints } from '../shared/register.js';
import { appearanceOperations } from './appearance.operations.js';
import { modifyOperations } from './modify.operations.js';
import type { EngineMembers, EngineOperation, Family } from './operation.js';
import { readParameters } from './parameters.js';
import { readOperations, wholeStatus } from './read.operations.js';
import { nothingFound, searchOperations } from './search.operations.js';

export interface EngineV2Context {
  readonly services: Services;
  readonly maxFileBytes: number;
}

export const engineOperations: readonly EngineOperation[] = [
  ...modifyOperations,
  ...searchOperations,
  ...appearanceOperations,
  ...readOperations,
];

const versionPrefixes = ['/api/v2.0', '/api/v2', '/v2', ''] as const;
export const familySegments: Readonly<Record<Family, readonly string[]>> = {
  modify: ['enginemodify', 'ltumodify'],
  query: ['enginequery', 'ltuquery'],
};

const methods: readonly HTTPMethods[] = ['GET', 'POST'];
const otherMethods: readonly HTTPMethods[] = ['PUT', 'PATCH', 'DELETE', 'HEAD'];

interface Address {
  readonly url: string;
  readonly family: Family | null;
  /** null where the address itself names the operation. */
  readonly name: string | null;
}

interface EngineEndpoint extends Endpoint {
  readonly answer: (exchange: Exchange) => Promise<EngineMembers>;
}

/** @param isAlone whether the ports of the engine serve nothing else but `/health` */
export function registerEngineV2(
  http: FastifyInstance,
  context: EngineV2Context,
  { isAlone }: { readonly isAlone: boolean },
): void {
  const own = new Set(addresses().map(({ url }) => url));
  http.addHook('onRequest', async (request, reply) => {
    if (!isAlone || engineListenerOf(request.raw) === null) return;
    const { url } = request.routeOptions;
    if (url === undefined || own.has(url) || url.startsWith('/health/')) return;
    await answerUnknownAddress(request, reply);
  });
  registerEndpoints(
    http,
    addresses().flatMap((address) => endpointsOf(address, context)),
    {
      answer: async (endpoint, exchange) => endpoint.answer(exchange),
      sendError: sendFailure,
    },
  );
}

/** Addresses that nobody serves, where the listener is the engine's; null on the others. */
export function answerUnknownAddress(request: FastifyRequest, reply: FastifyReply): FastifyReply | null {
  const family = engineListenerOf(request.raw);
  if (family === null) return null;
  const path = request.url.split('?')[0] ?? '';
  const name = path.slice(path.lastIndexOf('/') + 1);
  return reply.code(200).send(unknownOperation(name, family, request));
}

function endpointsOf({ url, family, name }: Address, context: EngineV2Context): readonly EngineEndpoint[] {
  // HEAD would do what GET does, DeleteImage too, and tell nothing.
  const common = { url, hasHead: false };
  return [
    { ...common, methods: otherMethods, answer: async ({ request }) => refuseMethod(request) },
    {
      ...common,
      methods,
      answer: async ({ request, signal }) =>
        answer({ request, family, name: name ?? operationIn(request), signal }, context),
    },
  ];
}

function addresses(): readonly Address[] {
  const found: Address[] = [];
  for (const version of versionPrefixes) {
    for (const family of ['modify', 'query'] as const) {
      for (const segment of familySegments[family]) {
        const below = `${version}/${segment}`;
        // Nothing else is there, and that, too, is said in a status.
        for (const rest of ['json/:operation', ':operation', '*']) {
          found.push({ url: `${below}/${rest}`, family, name: null });
        }
      }
    }
    if (version !== '') found.push({ url: `${version}/:operation`, family: null, name: null });
  }
  // Some clients know the host alone; there, other surfaces live beside the operations.
  const names = new Set(engineOperations.map((operation) => operation.name));
  return [...found, ...[...names].map((name) => ({ url: `/${name}`, family: null, name }))];
}

function refuseMethod(request: FastifyRequest): EngineMembers {
  const error = new LoupeError('METHOD_NOT_ALLOWED', `Send GET or POST, not ${request.method}.`);
  return { ...failure(error, request), ...nothingFound };
}

function operationIn(request: FastifyRequest): string {
  const { operation, '*': rest = '' } = request.params as { operation?: string; '*'?: string };
  return operation ?? rest;
}

/** The operation of that name, in any case; without a family the first that has it. */
function find(name: string, family: Family | null): EngineOperation | undefined {
  const isNamed = (operation: EngineOperation) => operation.name.toLowerCase() === name.toLowerCase();
  if (family === null) return isNamed(wholeStatus) ? wholeStatus : engineOperations.find(isNamed);
  return engineOperations.find((operation) => isNamed(operation) && operation.families.includes(family));
}

/** Says where an operation is served that is none of this family, or how addresses look. */
function unknownOperation(name: string, family: Family | null, request: FastifyRequest): EngineMembers {
  const elsewhere = find(name, null);
  const segment = `engine${elsewhere?.families[0] ?? family ?? 'query'}`;
  const where =
    elsewhere === undefined
      ? `Addresses look like /api/v2.0/${segment}/json/<operation>.`
      : `${elsewhere.name} is served at /api/v2.0/${segment}/json/${elsewhere.name}.`;
  const message = `There is no operation "${name.slice(0, 80)}" here. ${where}`;
  return { ...failure(new LoupeError('UNKNOWN_OPERATION', message), request), ...nothingFound };
}

interface AddressedCall {
  readonly request: FastifyRequest;
  readonly family: Family | null;
  readonly name: string;
  readonly signal: AbortSignal;
}

async function answer(
  { request, family, name, signal }: AddressedCall,
  context: EngineV2Context,
): Promise<EngineMembers> {
  const operation = find(name, family);
  if (!operation) {
    return unknownOperation(name, family, request);
  }
  noteOperation(`engine ${operation.name}`);
  try {
    const parameters = await readParameters(request, {
      sink: (stream, about) => context.services.uploads.receive(stream, about),
      maxFileBytes: context.maxFileBytes,
    });
    try {
      const members = await operation.handle({
        parameters,
        services: context.services,
        address: request.ip,
        signal,
      });
      return { status: { code: 0, message: operation.successMessage }, ...members };
    } finally {
      await parameters.discard();
    }
  } catch (error) {
    return { ...failure(error, request), ...operation.failureMembers };
  }
}

/** Texts that clients of the field may compare with; what follows them is left out. */
const knownMessages: Partial<Record<ErrorCode, string>> = { UNKNOWN_IMAGE_ID: 'Unknown image id' };
const INVALID_CHARACTERS = 'Invalid chars in keyword';

function messageOf({ code, message }: LoupeError): string {
  if (code === 'INVALID_KEYWORD' && message.startsWith(INVALID_CHARACTERS)) return INVALID_CHARACTERS;
  return knownMessages[code] ?? message;
}

/** Sends a status object. */
function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = expected(error, request, 'The server failed. Try again.');
  // The status of HTTP is 200 whatever happened; what else goes with the error stays.
  return refuse(reply, known).code(200).send(statusOf(known));
}

function failure(error: unknown, request: FastifyRequest): EngineMembers {
  return statusOf(expected(error, request, 'The server failed. Try again.'));
}

/** The status object of an error. */
export function statusOf(error: LoupeError): EngineMembers {
  return { status: { code: error.engineCode, message: messageOf(error) } };
}
