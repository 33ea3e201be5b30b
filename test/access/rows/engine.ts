/** Management of the engine's applications. */
import type { Target } from '../target.js';
import { rest, type SentFile } from '../row.js';
import { makeApplication, makeReference } from '../world.js';

const BASE = '/api/v3/engine/applications';
const at = (t: Target, rest: string) => `${BASE}/${t.applicationId}${rest}`;
const inReference = (t: Target) => at(t, `/references/${t.referenceId}`);

/** Calls that a token opens; those with a key of the application have tests of their own. */
export const engineRows = (picture: SentFile) => [
  rest(`GET ${BASE}`, 'ownAdministrator', () => BASE),
  rest(`POST ${BASE}`, 'administrator', (t) => ({
    path: BASE,
    json: { kind: 'mobile', organizationId: t.organizationId },
  })),
  rest(`GET ${BASE}/:id`, 'administrator', (t) => at(t, '')),
  rest(`PATCH ${BASE}/:id`, 'administrator', (t) => ({ path: at(t, ''), json: { name: 'x' } })),
  rest(`DELETE ${BASE}/:id`, 'administrator', (t) => at(t, ''), { fresh: makeApplication }),
  rest(`POST ${BASE}/:id/keys`, 'administrator', (t) => ({ path: at(t, '/keys'), json: {} }), {
    fresh: makeApplication,
  }),
  ...['counters', 'counts', 'references'].map((name) =>
    rest(`GET ${BASE}/:id/${name}`, 'administrator', (t) => at(t, `/${name}`)),
  ),
  rest(
    `POST ${BASE}/:id/references`,
    'administrator',
    (t) => ({ path: at(t, '/references?imageId=another'), form: { image: picture } }),
    { fresh: makeReference },
  ),
  rest(`GET ${BASE}/:id/references/:imageId`, 'administrator', inReference),
  rest(
    `PATCH ${BASE}/:id/references/:imageId`,
    'administrator',
    (t) => ({ path: inReference(t), json: { keywords: ['x'] } }),
    { fresh: makeReference },
  ),
  rest(`DELETE ${BASE}/:id/references/:imageId`, 'administrator', inReference, { fresh: makeReference }),
  rest(
    `POST ${BASE}/:id/deletions`,
    'administrator',
    (t) => ({ path: at(t, '/deletions'), json: { imageIds: [t.referenceId] } }),
    { fresh: makeReference },
  ),
  rest(
    `POST ${BASE}/:id/imports`,
    'administrator',
    (t) => ({ path: at(t, '/imports'), form: { zip: picture } }),
    {
      // A picture is no ZIP: whoever gets to hear that was let in.
      accepts: [415],
    },
  ),
  rest(`GET ${BASE}/:id/imports/:importId`, 'administrator', (t) => at(t, `/imports/${t.importId}`)),
  rest(`GET ${BASE}/:id/imports/:importId/lines`, 'administrator', (t) =>
    at(t, `/imports/${t.importId}/lines`),
  ),
  rest(`POST ${BASE}/:id/search`, 'administrator', (t) => ({
    path: at(t, '/search'),
    form: { image: picture },
  })),
  rest(`POST ${BASE}/:id/explain`, 'administrator', (t) => ({
    path: at(t, `/explain?imageId=${t.referenceId}`),
    form: { image: picture },
  })),
  rest(`POST ${BASE}/:id/compare`, 'administrator', (t) => ({
    path: at(t, '/compare'),
    form: { reference: picture, query: picture },
  })),
];
