import type { z } from 'zod';
import type { EngineCall } from './call.js';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** A route of the engine's management interface; everything that its description tells is here. */
export interface EngineRoute {
  readonly method: Method;
  /** Fastify path below `/api/v3/engine`. */
  readonly path: string;
  readonly summary: string;
  /** Whether a key of the application opens it; the token of an administrator always does. */
  readonly key: 'none' | 'query' | 'modify';
  readonly status: 200 | 201 | 202 | 204;
  /** Members of the JSON body. */
  readonly body?: z.ZodObject;
  /** Parts of a multipart body: what each text does. */
  readonly texts?: Readonly<Record<string, string>>;
  /** What each file is. */
  readonly files?: Readonly<Record<string, string>>;
  /** What each parameter of the query does. */
  readonly query?: Readonly<Record<string, string>>;
  readonly answer?: z.ZodType;
  readonly handle: (call: EngineCall) => Promise<unknown>;
}

export const BASE = '/api/v3/engine';
