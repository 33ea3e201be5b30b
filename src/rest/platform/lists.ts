/**
 * What all lists of the platform take: `name`, `status`, `modifiedSince` and `orderBy` by the members of their items,
 * `skip` and `take`; they tell their whole length and, of a part, the parts around it.
 */
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { badInput } from '../../kernel/errors.js';
import { publicPathOf } from '../../http/base-url.js';
import {
  type FieldKind,
  filtersOf,
  type ListField,
  type ListFields,
  selectFrom,
} from '../../text-search/list-selection.js';
import type { RouteFacts } from '../shared/route.js';
import type { Part } from './answer.js';
import type { Call } from './call.js';
import type { Route } from './route.js';

const FILTERS = ['name', 'status', 'modifiedSince', 'orderBy'] as const;

/** The items of the list that a route answers; null where it answers none. */
export function itemShapeOf(answer: z.ZodType | undefined): z.ZodObject | null {
  if (answer instanceof z.ZodUnion) {
    for (const option of answer.options) {
      const shape = itemShapeOf(option as z.ZodType);
      if (shape !== null) return shape;
    }
    return null;
  }
  return answer instanceof z.ZodArray && answer.element instanceof z.ZodObject ? answer.element : null;
}

/** The plain members of an item. */
function fieldsOf(shape: z.ZodObject): ListFields {
  const entries = Object.entries(shape.shape).map(
    ([name, rule]) => [name, fieldOf(rule as z.ZodType)] as const,
  );
  return Object.fromEntries(entries.filter((entry): entry is [string, ListField] => entry[1] !== null));
}

function fieldOf(rule: z.ZodType): ListField | null {
  if (rule instanceof z.ZodNullable || rule instanceof z.ZodOptional)
    return fieldOf(rule.unwrap() as z.ZodType);
  if (rule instanceof z.ZodEnum) return { kind: 'text', words: rule.options.map(String) };
  const kind = kindOf(rule);
  return kind === null ? null : { kind };
}

function kindOf(rule: z.ZodType): FieldKind | null {
  if (rule instanceof z.ZodISODateTime) return 'date';
  if (rule instanceof z.ZodNumber) return 'number';
  if (rule instanceof z.ZodBoolean) return 'flag';
  return rule.def.type === 'string' ? 'text' : null;
}

/** What a route's list takes besides what the route itself reads, for the description of the interface. */
export function listParametersOf(
  route: Pick<Route, 'answer' | 'query' | 'method' | 'isPaged'>,
): Readonly<Record<string, string>> {
  const shape = route.method === 'GET' ? itemShapeOf(route.answer) : null;
  if (shape === null) return {};
  const own = new Set(Object.keys(route.query ?? {}).map((name) => name.replace('*', '')));
  const fields = fieldsOf(shape);
  const filters = filtersOf(fields);
  const words = filters.status === null ? [] : (fields[filters.status]?.words ?? []);
  const offered: Record<string, string> = {
    ...(filters.name.length === 0 ? {} : { name: `Of a list: whole or part of ${filters.name.join(', ')}` }),
    ...(filters.status === null ? {} : { status: `Of a list: ${words.join(' or ')}` }),
    ...(filters.modified === null
      ? {}
      : { modifiedSince: 'Of a list: changed on this day or later (ISO 8601)' }),
    orderBy: `Of a list: ${Object.keys(fields).join(', ')}; with " desc" or a leading "-" the other way`,
    skip: 'Of a list: items left out at the beginning',
    take: 'Of a list: items of the answer',
  };
  if (route.isPaged === true) return {};
  return Object.fromEntries(Object.entries(offered).filter(([name]) => !own.has(name)));
}

/** The part of a list that the query asks for, with the headers that tell of the whole; anything else stays. */
export async function listAnswer(
  call: Call,
  route: Route,
  body: unknown,
  reply: FastifyReply,
): Promise<unknown> {
  const shape = itemShapeOf(route.answer);
  if (route.method !== 'GET' || shape === null || !Array.isArray(body)) return body;
  const selected = selectFrom(body as readonly unknown[], fieldsOf(shape), await selectionOf(call, route));
  const skip = call.query.count('skip') ?? 0;
  const take = call.query.count('take') ?? null;
  tellPart(call, reply, { total: selected.length });
  return selected.slice(skip, take === null ? undefined : skip + take);
}

/** @throws LoupeError BAD_USER_INPUT for filters that a list which is cut by the services does not have */
export function refuseFilters(call: Call, query: RouteFacts['query'] = {}): void {
  const offered = Object.keys(query).map((name) => name.replace('*', ''));
  for (const filter of FILTERS) {
    if (offered.includes(filter) || call.query.get(filter) === null) continue;
    throw badInput(filter, `does not work on this list; it takes ${offered.join(', ')}`);
  }
}

async function selectionOf(call: Call, { query = {} }: Route) {
  const given = (name: (typeof FILTERS)[number]) => (name in query ? null : call.query.get(name));
  const since = given('modifiedSince');
  return {
    name: given('name'),
    status: given('status'),
    orderBy: given('orderBy'),
    modifiedSince:
      since === null
        ? null
        : call.query.instant('modifiedSince', await call.services.timeZones.ofViewer(call.viewer)),
  };
}

/** `X-Total-Count`, and `Link` (RFC 8288) where a part was asked for. */
export function tellPart(call: Call, reply: FastifyReply, { total, next }: Part): void {
  reply.header('X-Total-Count', total);
  const take = call.query.count('take') ?? 0;
  if (take === 0) return;
  const links =
    next === undefined ? linksAround(call, take, total) : next === null ? [] : [['next', next] as const];
  const texts = links.map(([rel, query]) => `<${addressWith(call, query)}>; rel="${rel}"`);
  if (texts.length > 0) reply.header('Link', texts.join(', '));
}

type Link = readonly [rel: string, query: Readonly<Record<string, string>>];

function linksAround(call: Call, take: number, total: number): readonly Link[] {
  const skip = call.query.count('skip') ?? 0;
  const at = (rel: string, from: number): Link => [rel, { skip: String(from) }];
  const last = Math.max(0, Math.ceil((total - (skip % take)) / take) - 1) * take + (skip % take);
  return [
    at('first', 0),
    ...(skip > 0 ? [at('prev', Math.max(0, Math.min(skip, total) - take))] : []),
    ...(skip + take < total ? [at('next', skip + take)] : []),
    at('last', last),
  ];
}

function addressWith(call: Call, changes: Readonly<Record<string, string>>): string {
  const [path = '', query = ''] = call.request.url.split('?', 2);
  const parameters = new URLSearchParams(query);
  const changed = new Set(Object.keys(changes).map((name) => name.toLowerCase()));
  for (const name of [...parameters.keys()]) if (changed.has(name.toLowerCase())) parameters.delete(name);
  for (const [name, value] of Object.entries(changes)) parameters.set(name, value);
  return `${publicPathOf(call.context.publicUrl)}${path}?${parameters}`;
}
