import { z } from 'zod';
import { ok } from './answer.js';
import type { Call } from './call.js';
import type { RouteFacts } from '../shared/route.js';
import { route, type Route } from './route.js';
import type { FileUrl } from './shapes.js';

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
