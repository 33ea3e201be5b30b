/** Closed lists shared by several nouns. */
import { roles } from '../src/access/permissions.js';
import { enumType } from './builder.js';

export const ActivityStatusEnum = enumType('ActivityStatus', {
  description: 'Whether an element is recognized.',
  values: ['Active', 'Inactive'] as const,
});

export const ProcessingStateEnum = enumType('ProcessingState', {
  description: 'How far the pages of a document are.',
  values: ['Pending', 'Processing', 'Ready', 'Failed'] as const,
});

export const DirectionEnum = enumType('OrderDirection', {
  description: 'Which way a list is sorted.',
  values: {
    ASC: { value: 'asc', description: 'Smallest, oldest or first in the alphabet first.' },
    DESC: { value: 'desc', description: 'The other way round.' },
  } as const,
});

export const RoleEnum = enumType('RoleName', {
  description: 'Roles of users. A user may hold several, and roles that the organization made (`MadeRole`).',
  values: roles,
});
