/** Closed lists shared by several nouns. */
import { builder } from './builder.js';

export const ActivityStatusEnum = builder.enumType('ActivityStatus', {
  description: 'Whether an element is recognized.',
  values: ['Active', 'Inactive'] as const,
});

export const ProcessingStateEnum = builder.enumType('ProcessingState', {
  description: 'How far the pages of a document are.',
  values: ['Pending', 'Processing', 'Ready', 'Failed'] as const,
});
