import type { Route } from '../shared/route.js';
import type { EngineCall } from './call.js';

/** A route of the engine's management interface; its path is below `/api/v3/engine`. */
export interface EngineRoute extends Route<EngineCall, unknown> {
  /** Whether a key of the application opens it; the token of an administrator always does. */
  readonly key: 'none' | 'query' | 'modify';
  readonly status: 200 | 201 | 202 | 204;
}

export const BASE = '/api/v3/engine';
