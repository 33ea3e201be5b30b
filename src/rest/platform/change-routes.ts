import type { z } from 'zod';
import type { Method, RouteFacts } from '../shared/route.js';
import { noContent } from './answer.js';
import type { Call } from './call.js';
import { conditional, route, type Route } from './route.js';

/** What changes an element by the members of a body. */
type Change<Shape extends z.ZodRawShape> = (
  call: Call,
  members: z.output<z.ZodObject<Shape>>,
) => Promise<unknown>;

/** A route for holders of a token that answers nothing. */
export function changeRoute(
  method: Method,
  path: string,
  summary: string,
  change: (call: Call) => Promise<unknown>,
  facts: RouteFacts = {},
): Route {
  const handle = async (call: Call) => {
    await change(call);
    return noContent;
  };
  return route(method, path, summary, handle, facts);
}

/** PUT: all members of an element at once. */
export function replaceRoute<Shape extends z.ZodRawShape>(
  path: string,
  summary: string,
  body: z.ZodObject<Shape>,
  replace: Change<Shape>,
  facts: RouteFacts = {},
): Route {
  const change = async (call: Call) => replace(call, await call.members(body));
  return changeRoute('PUT', path, summary, change, { ...conditional, body, ...facts });
}

/** PATCH: the members that are given. */
export function patchRoute<Shape extends z.ZodRawShape>(
  path: string,
  summary: string,
  body: z.ZodObject<Shape>,
  patch: Change<Shape>,
  facts: RouteFacts = {},
): Route {
  const change = async (call: Call) => patch(call, await call.changes(body));
  return changeRoute('PATCH', path, summary, change, { ...conditional, body, ...facts });
}

/** DELETE of an element. */
export function deleteRoute(
  path: string,
  summary: string,
  remove: (call: Call) => Promise<unknown>,
  facts: RouteFacts = {},
): Route {
  return changeRoute('DELETE', path, summary, remove, { ...conditional, ...facts });
}
