/** Statistics, archives, search. */
import { rest } from '../row.js';

export const serviceRows = [
  rest(
    'GET /services/Clickstream/GetMatchCumul',
    'reader',
    (t) => `/services/Clickstream/GetMatchCumul?documentId=${t.documentId}`,
  ),
  rest(
    'GET /services/Clickstream/Download',
    'reader',
    (t) => `/services/Clickstream/Download?documentId=${t.documentId}`,
  ),
  // Everybody searches what is theirs; a part of the secret text must find nothing for others.
  rest('GET /services/Search', 'user', () => '/services/Search?name=Zaunk'),
  rest('GET /services/Search', 'user', (t) => `/services/Search?id=${t.folderId}`),
  rest('POST /services/Search', 'user', () => ({ path: '/services/Search', json: { Name: 'zaunk' } })),
];
