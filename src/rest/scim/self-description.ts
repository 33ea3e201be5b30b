/** The description of this server for directories (RFC 7643, 5 to 7). It is the same for everybody. */
import { GROUP_SCHEMA, USER_SCHEMA } from './attribute-path.js';

export const MOST_LISTED = 200;
const CORE = 'urn:ietf:params:scim:schemas:core:2.0';

export function providerConfig(base: string) {
  return {
    schemas: [`${CORE}:ServiceProviderConfig`],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: MOST_LISTED },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Machine token',
        description: 'A machine token of the organization with the scope user:provision',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  };
}

export function resourceTypes(base: string) {
  return [
    { name: 'User', endpoint: '/Users', schema: USER_SCHEMA },
    { name: 'Group', endpoint: '/Groups', schema: GROUP_SCHEMA },
  ].map((type) => ({
    schemas: [`${CORE}:ResourceType`],
    id: type.name,
    description: `${type.name}s of the organization`,
    ...type,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${type.name}` },
  }));
}

export function schemas(base: string) {
  return [
    { id: USER_SCHEMA, name: 'User', attributes: userAttributes },
    { id: GROUP_SCHEMA, name: 'Group', attributes: groupAttributes },
  ].map((schema) => ({
    schemas: [`${CORE}:Schema`],
    description: `${schema.name}s as far as they are kept here`,
    ...schema,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
  }));
}

interface Facts {
  readonly type?: 'string' | 'boolean' | 'complex' | 'reference';
  readonly multiValued?: boolean;
  readonly required?: boolean;
  readonly caseExact?: boolean;
  readonly mutability?: 'readWrite' | 'readOnly' | 'immutable';
  readonly uniqueness?: 'none' | 'server';
  readonly referenceTypes?: readonly string[];
  readonly subAttributes?: readonly object[];
}

function attribute(name: string, description: string, facts: Facts = {}) {
  return {
    name,
    type: 'string',
    multiValued: false,
    description,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...facts,
  };
}

const userAttributes = [
  attribute('userName', 'What the directory calls them', { required: true, uniqueness: 'server' }),
  attribute('externalId', 'The id in the directory', { caseExact: true }),
  attribute('name', 'First and last name', {
    type: 'complex',
    subAttributes: [
      attribute('formatted', 'Both of them', { mutability: 'readOnly' }),
      attribute('givenName', 'First name'),
      attribute('familyName', 'Last name'),
    ],
  }),
  attribute('displayName', 'As they are shown in the directory'),
  attribute('emails', 'One address is kept: the primary one, else that for work', {
    type: 'complex',
    multiValued: true,
    required: true,
    subAttributes: [
      attribute('value', 'The address'),
      attribute('type', 'Always work'),
      attribute('primary', 'Always true', { type: 'boolean' }),
    ],
  }),
  attribute('active', 'Who is not loses every log-in at once', { type: 'boolean' }),
  attribute('groups', 'Groups that they are in', {
    type: 'complex',
    multiValued: true,
    mutability: 'readOnly',
    subAttributes: [
      attribute('value', 'The id of the group', { mutability: 'readOnly' }),
      attribute('display', 'The name of the group', { mutability: 'readOnly' }),
    ],
  }),
];

const groupAttributes = [
  attribute('displayName', 'Name of the group', { required: true, uniqueness: 'server' }),
  attribute('externalId', 'The id in the directory', { caseExact: true }),
  attribute('members', 'Users that are in it', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The id of the user', { mutability: 'immutable' }),
      attribute('$ref', 'The address of the user', {
        type: 'reference',
        referenceTypes: ['User'],
        mutability: 'immutable',
      }),
      attribute('display', 'The user name', { mutability: 'readOnly' }),
    ],
  }),
];
