/** SCIM: for machine tokens with a scope that none of the table's programs has for the whole organization. */
import { peopleAlone, rest, type Row, withoutMachine } from '../row.js';

const user = { userName: 'x@loupe.example' };
const group = { displayName: 'x' };
const patch = { Operations: [{ op: 'replace', path: 'displayName', value: 'x' }] };

const kept: readonly (readonly [operation: string, json?: object])[] = [
  ['GET /scim/v2/Users'],
  ['POST /scim/v2/Users', user],
  ['GET /scim/v2/Users/:id'],
  ['PUT /scim/v2/Users/:id', user],
  ['PATCH /scim/v2/Users/:id', patch],
  ['DELETE /scim/v2/Users/:id'],
  ['GET /scim/v2/Groups'],
  ['POST /scim/v2/Groups', group],
  ['GET /scim/v2/Groups/:id'],
  ['PUT /scim/v2/Groups/:id', group],
  ['PATCH /scim/v2/Groups/:id', patch],
  ['DELETE /scim/v2/Groups/:id'],
];

export const directoryRows: readonly Row[] = [
  ...kept.map(([operation, json]) =>
    rest(
      operation,
      'anybody',
      (t) => ({
        path: (operation.split(' ')[1] ?? '').replace(':id', t.userId),
        ...(json === undefined ? {} : { json }),
      }),
      {
        but: {
          ...withoutMachine('unauthenticated'),
          ...peopleAlone('forbidden'),
          revokedMachine: 'unauthenticated',
        },
      },
    ),
  ),
  // They say the same to everybody.
  ...['ServiceProviderConfig', 'ResourceTypes', 'Schemas'].map((name) =>
    rest(`GET /scim/v2/${name}`, 'anybody', () => `/scim/v2/${name}`),
  ),
  rest('GET /scim/v2/ResourceTypes/:id', 'anybody', () => '/scim/v2/ResourceTypes/User'),
  rest(
    'GET /scim/v2/Schemas/:id',
    'anybody',
    () => '/scim/v2/Schemas/urn:ietf:params:scim:schemas:core:2.0:User',
  ),
];
