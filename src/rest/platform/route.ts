import type { Answer } from './answer.js';
import type { Call } from './call.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call: holders of a token, holders of an ApiKey (a token sent along is not looked at), either (a token
 * when it is good, otherwise the ApiKey), or anybody.
 */
export type Authentication = 'token' | 'apiKey' | 'tokenOrApiKey' | 'none';

export interface Route {
  readonly method: Method;
  /** Fastify path; a last segment `:id?` may be left out. */
  readonly path: string;
  readonly authentication: Authentication;
  /** One line for the description of the interface. */
  readonly summary: string;
  readonly handle: (call: Call) => Promise<Answer>;
}

/** A route for holders of a token. */
export function route(method: Method, path: string, summary: string, handle: Route['handle']): Route {
  return { method, path, authentication: 'token', summary, handle };
}
