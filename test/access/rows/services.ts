/** Import and export, statistics, archives, conflicts, search. */
import { rest, type SentFile } from '../row.js';
import { makeDocument } from '../world.js';

const imported = { DefaultLanguage: 'en-US', Name: 'x', Titles: [{ LanguageCode: 'en-US', Value: 'x' }] };

/** @param picture a picture with enough detail to be recognized */
export const serviceRows = (picture: SentFile) => [
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
  rest('GET /services/Conflict/Check', 'reader', (t) => `/services/Conflict/Check?id=${t.documentId}`),
  rest('GET /services/Conflict/Check', 'reader', (t) => `/services/Conflict/Check?id=${t.zoneId}`),
  rest(
    'GET /services/Automation/Export',
    'reader',
    (t) => `/services/Automation/Export?documentId=${t.documentId}`,
  ),
  rest(
    'PUT /services/Automation/Import',
    'writer',
    (t) => ({ path: '/services/Automation/Import', json: { DocumentId: t.documentId, Json: imported } }),
    { fresh: makeDocument },
  ),
  rest('POST /services/Automation/FullImport', 'writer', (t) => ({
    path: '/services/Automation/FullImport',
    form: {
      pathfile: { bytes: Buffer.from(t.folderId), type: 'text/plain' },
      docfile: picture,
      actionsfile: imported,
    },
  })),
  // Everybody searches what is theirs; a part of the secret text must find nothing for others.
  rest('GET /services/Search', 'user', () => '/services/Search?name=Zaunk'),
  rest('GET /services/Search', 'user', (t) => `/services/Search?id=${t.folderId}`),
  rest('POST /services/Search', 'user', () => ({ path: '/services/Search', json: { Name: 'zaunk' } })),
];
