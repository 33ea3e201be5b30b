/** Search: by POST, by GET with a query, and by GET with a body, as the field's clients send it. */
import { z } from 'zod';
import type { SearchQuery } from '../../search/search.service.js';
import { ok } from './answer.js';
import type { Call } from './call.js';
import { optional, text } from '../shared/members.js';
import { route, type Route } from './route.js';
import { searchHitView } from './search.view.js';

const searchQuery = z.object({ Id: optional(text), Name: optional(text) });

async function queryOf(call: Call): Promise<SearchQuery> {
  const [id, name] = [call.query.get('id'), call.query.get('name')];
  if (id !== null || name !== null) return { id, name };
  const { Id, Name } = await call.members(searchQuery);
  return { id: Id, name: Name };
}

async function search(call: Call) {
  const query = { ...(await queryOf(call)), take: call.query.count('take') };
  const hits = await call.services.search.search(call.viewer, query);
  return ok(hits.map((hit) => searchHitView.of(hit, call.urlOf)));
}

const summary = 'Find organizations, folders, documents and users by id or a part of a name';
const take = { take: 'Results of the answer, 1 to 200; 50 by default' };
const answer = z.array(searchHitView.shape);

export const searchRoutes: readonly Route[] = [
  route('GET', '/services/Search', summary, search, {
    query: { id: 'Guid of the element', name: 'Whole or part of its name', ...take },
    answer,
  }),
  route('POST', '/services/Search', summary, search, { body: searchQuery, query: take, answer }),
];
