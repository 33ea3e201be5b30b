import { z } from 'zod';
import { ok, type Answer } from './answer.js';
import type { Call } from './call.js';
import type { RouteFacts, Method, Route as SharedRoute } from '../shared/route.js';
import type { FileUrl } from './shapes.js';
import type { Authentication } from '../shared/authenticate.js';

/** The view of an item of a list. */
interface ListedView<Item> {
  readonly shape: z.ZodType;
  readonly of: (item: Item, fileUrl: FileUrl) => object;
}

/** A route for holders of a token that answers a bare array. */
export function listRoute<Item>(
  path: string,
  summary: string,
  read: (call: Call) => Promise<readonly Item[]>,
  { shape, of }: ListedView<Item>,
  facts: Pick<RouteFacts, 'query'> = {},
): Route {
  const handle = async (call: Call) => ok((await read(call)).map((item) => of(item, call.urlOf)));
  return route('GET', path, summary, handle, { ...facts, answer: z.array(shape) });
}

export interface Route extends SharedRoute<Call, Answer> {
  readonly authentication: Authentication;
  /** True where the handler itself takes `skip` and `take`; other lists are cut after they are made. */
  readonly isPaged?: boolean;
  /** True where the answer is a secret that nobody on the way may keep. */
  readonly isSecret?: boolean;
}

/** How a period is written: for the description of the interface. */
const PERIOD_FORM = 'ISO 8601; without a time zone in that of the organization';
export const FROM = `First day or instant (${PERIOD_FORM})`;
export const TO = `Last day, which belongs to it, or the instant after the last one (${PERIOD_FORM})`;

/** A change that is made only while the element is as the caller has seen it, when the caller says so. */
export const conditional = { isConditional: true } as const;

/** A route for holders of a token. */
export function route(
  method: Method,
  path: string,
  summary: string,
  handle: Route['handle'],
  facts: RouteFacts = {},
): Route {
  return { method, path, authentication: 'token', summary, handle, ...facts };
}
