/** Search: by POST, by GET with a query, and by GET with a body, as the field's clients send it. */
import { z } from 'zod';
import { badInput } from '../kernel/errors.js';
import type { SearchQuery } from './search.service.js';
import { listed, ok } from '../rest/platform/answer.js';
import type { Call } from '../rest/platform/call.js';
import { optional, text } from '../rest/shared/members.js';
import { route, type Route } from '../rest/platform/route.js';
import { searchHitView, textHitView } from './search.view.js';

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

const DEFAULT_RESULTS = 50;
const MAX_RESULTS = 200;

async function searchTexts(call: Call) {
  const search = { text: call.query.required('text') };
  const take = call.query.count('take') ?? DEFAULT_RESULTS;
  if (take < 1 || take > MAX_RESULTS)
    throw badInput('take', `must be a whole number from 1 to ${MAX_RESULTS}`);
  const { textSearch } = call.services;
  const afterId = call.query.get('after');
  const after = afterId === null ? null : await textSearch.placeOf(call.viewer, search, 'after', afterId);
  const part = { after, before: null, limit: take, isInverted: false };
  const hits = await textSearch.page(call.viewer, search, part);
  const last = hits.at(-1);
  return listed(hits.map(textHitView.of), {
    total: await textSearch.count(call.viewer, search),
    next: last === undefined || hits.length < take ? null : { after: last.id },
  });
}

const summary = 'Find organizations, folders, documents and users by id or a part of a name';
const take = { take: 'Results of the answer, 1 to 200; 50 by default' };
const answer = z.array(searchHitView.shape);

export const searchRoutes: readonly Route[] = [
  route('GET', '/services/Search', summary, search, {
    query: { id: 'Guid of the element', name: 'Whole or part of its name', ...take },
    answer,
  }),
  {
    ...route(
      'GET',
      '/services/Search/Texts',
      'Find elements by name, titles, actions and what these open; says what matched',
      searchTexts,
      {
        query: {
          'text*': 'Whole or part of a name, a title, an action or what it opens',
          take: 'Results of the answer, 1 to 200; 50 by default',
          after: 'Id of the last element of the part before',
        },
        answer: z.array(textHitView.shape),
      },
    ),
    isPaged: true,
  },
  route('POST', '/services/Search', summary, search, { body: searchQuery, query: take, answer }),
];
