import { z } from 'zod';
import { ok } from './answer.js';
import type { Call } from './call.js';
import type { RouteFacts } from '../shared/route.js';
import { route, type Route } from './route.js';
import type { FileUrl } from './tree.wire.js';

/** What a list tells of each item, and the shape of that. */
export interface ListedItem<Item> {
  readonly wire: (item: Item, fileUrl: FileUrl) => object;
  readonly shape: z.ZodType;
}

/** A route for holders of a token that answers a bare array. */
export function listRoute<Item>(
  path: string,
  summary: string,
  read: (call: Call) => Promise<readonly Item[]>,
  { wire, shape }: ListedItem<Item>,
  facts: Pick<RouteFacts, 'query'> = {},
): Route {
  const handle = async (call: Call) => ok((await read(call)).map((item) => wire(item, call.urlOf)));
  return route('GET', path, summary, handle, { ...facts, answer: z.array(shape) });
}
