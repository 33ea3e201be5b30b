/** What everybody may fetch: descriptions, health, and files by the address that somebody was given. */
import { rest } from '../row.js';

const open = (path: string, served = path) => rest(`GET ${path}`, 'anybody', () => served);

export const systemRows = [
  ...[
    '/docs',
    '/docs/json',
    '/docs/yaml',
    '/openapi.json',
    '/schema.graphql',
    '/Swagger',
    '/swagger/index.html',
    '/swagger/ui',
  ].map((path) => open(path)),
  open('/docs/static/index.html'),
  open('/docs/static/*', '/docs/static/swagger-ui.css'),
  open('/docs/static/swagger-initializer.js'),
  open('/docs/static/theme/reference.css'),
  open('/health/live'),
  open('/health/ready'),
  // test/http/observation.test.ts covers other callers.
  rest('GET /metrics', 'programsHere', () => '/metrics'),
  // Without its signature an address opens nothing.
  rest('GET /files/:address', 'anybody', (t) => `/files/${t.documentId}-AAAAAAAAAAAAAAAAAAAAAA`, {
    accepts: [404],
  }),
  rest('GET /graphql', 'anybody', () => '/graphql?query=%7B__typename%7D'),
  rest('POST /graphql', 'anybody', () => ({ path: '/graphql', json: { query: '{ __typename }' } })),
];
