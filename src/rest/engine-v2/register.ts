/**
 * Hangs the engine's REST surface on the HTTP server, under every address that its clients know. Answers are HTTP 200
 * with a status object whatever happens: clients of the field give up altogether on any other HTTP status.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Services } from '../../app/services.js';
import { type ErrorCode, errorCatalogue, LoupeError } from '../../errors.js';
import { whileConnected } from '../../http/caller.js';
import { lookOperations } from './look.operations.js';
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
  ...lookOperations,
  ...readOperations,
];

const versionPrefixes = ['/api/v2.0', '/api/v2', '/v2', ''] as const;
export const familySegments: Readonly<Record<Family, readonly string[]>> = {
  modify: ['enginemodify', 'ltumodify'],
  query: ['enginequery', 'ltuquery'],
};

const OTHER_METHODS = ['PUT', 'PATCH', 'DELETE', 'HEAD'];

export function registerEngineV2(http: FastifyInstance, context: EngineV2Context): void {
  void http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.setErrorHandler((error, request, reply) => reply.code(200).send(failure(error, request)));
    const serve = (url: string, family: Family | null, name?: string) => {
      // HEAD would do what GET does, DeleteImage too, and tell nothing.
      scope.route({ method: OTHER_METHODS, url, handler: async (request) => refuseMethod(request) });
      scope.route({
        method: ['GET', 'POST'],
        exposeHeadRoute: false,
        url,
        handler: async (request, reply) => {
          const call = {
            request,
            family,
            name: name ?? operationIn(request),
            signal: whileConnected(reply.raw),
          };
          return answer(call, context);
        },
      });
    };
    for (const version of versionPrefixes) {
      for (const family of ['modify', 'query'] as const) {
        for (const segment of familySegments[family]) {
          serve(`${version}/${segment}/json/:operation`, family);
          serve(`${version}/${segment}/:operation`, family);
          // Nothing else is there, and that, too, is said in a status.
          serve(`${version}/${segment}/*`, family);
        }
      }
      if (version !== '') serve(`${version}/:operation`, null);
    }
    // Some clients know the host alone; there, other surfaces live beside the operations.
    for (const name of new Set(engineOperations.map((operation) => operation.name))) {
      serve(`/${name}`, null, name);
    }
  });
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
    const error = new LoupeError('UNKNOWN_OPERATION', `There is no operation "${name.slice(0, 80)}" here.`);
    return { ...failure(error, request), ...nothingFound };
  }
  try {
    const parameters = await readParameters(request, {
      sink: (stream, about) => context.services.uploads.receive(stream, about),
      maxFileBytes: context.maxFileBytes,
    });
    try {
      const members = await operation.handle({ parameters, services: context.services, signal });
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

function failure(error: unknown, request: FastifyRequest): EngineMembers {
  if (error instanceof LoupeError) {
    return { status: { code: error.engineCode, message: messageOf(error) } };
  }
  request.log.error({ err: error, method: request.method, url: request.url }, 'engine request failed');
  const { engineCode } = errorCatalogue.INTERNAL_SERVER_ERROR;
  return { status: { code: engineCode, message: 'The server failed. Try again.' } };
}
