import type { z } from 'zod';
import type { Authentication } from '../shared/authenticate.js';
import type { Answer } from './answer.js';
import type { Call } from './call.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What the description of the interface tells of a route besides its address. */
export interface RouteFacts {
  /** Members of the JSON body. */
  readonly body?: z.ZodObject;
  /** A multipart body with one file; members of the part that carries JSON, by the part's name. */
  readonly form?: Readonly<Record<string, z.ZodObject>>;
  /** Members of a form-encoded body. */
  readonly urlencoded?: z.ZodObject;
  /** What each parameter of the query does; a name that ends with `*` is mandatory. */
  readonly query?: Readonly<Record<string, string>>;
  /** What each header does; a name that ends with `*` is mandatory. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Members of the answer; absent where there is no content. */
  readonly answer?: z.ZodType;
  /** Statuses besides 200, 201 and 204 that follow from the address, with what they mean here. */
  readonly statuses?: Readonly<Record<number, string>>;
  /** True where 204 may be answered instead of a body. */
  readonly isOptional?: boolean;
}

export interface Route {
  readonly method: Method;
  /** Fastify path; a last segment `:id?` may be left out. */
  readonly path: string;
  readonly authentication: Authentication;
  /** One line for the description of the interface. */
  readonly summary: string;
  readonly facts?: RouteFacts;
  /** True where the handler itself takes `skip` and `take`; other lists are cut after they are made. */
  readonly isPaged?: boolean;
  readonly handle: (call: Call) => Promise<Answer>;
}

/** A route for holders of a token. */
export function route(
  method: Method,
  path: string,
  summary: string,
  handle: Route['handle'],
  facts?: RouteFacts,
): Route {
  return { method, path, authentication: 'token', summary, handle, ...(facts ? { facts } : {}) };
}
