/** The addresses that an action's rules compare, and how many readers open each. */
import type { AddressComparison, ComparedAddress } from '../../src/statistics/address-comparison.service.js';
import { builder } from '../builder.js';
import { Action } from '../refs.js';

const ComparedAddressType = builder.objectRef<ComparedAddress>('ComparedAddress').implement({
  description: 'One of the addresses that an action’s rules compare.',
  fields: (t) => ({
    variant: t.exposeString('variant', { description: 'Its name; A is the action’s own address.' }),
    percent: t.exposeInt('percent', {
      nullable: true,
      description: 'Its share of the sessions now; null for one that the rules do not name any more.',
    }),
    sessions: t.exposeInt('sessions', { description: 'Sessions that were shown it.' }),
    openedSessions: t.exposeInt('openedSessions', { description: 'Of these, the sessions that opened it.' }),
    clicks: t.exposeInt('clicks', {
      description: 'How often it was opened, also by visitors whom a short address led there at once.',
    }),
    low: t.exposeFloat('low', {
      description:
        'The share of sessions that open it is at least this, from 0 to 1, with 95 % of certainty.',
    }),
    high: t.exposeFloat('high', { description: 'And at most this.' }),
  }),
});

const ComparisonType = builder.objectRef<AddressComparison>('AddressComparison').implement({
  description: 'Which of the addresses that an action’s rules compare is opened by more readers.',
  fields: (t) => ({
    addresses: t.field({
      type: [ComparedAddressType],
      description: 'The action’s own address first.',
      resolve: ({ addresses }) => [...addresses],
    }),
    leader: t.exposeString('leader', {
      nullable: true,
      description:
        'The variant that the largest share of sessions opens; null while fewer than two were shown.',
    }),
    isDecided: t.exposeBoolean('isDecided', {
      description: 'Whether chance alone hardly made the lead. It holds however often one looks.',
    }),
    differenceLow: t.exposeFloat('differenceLow', {
      nullable: true,
      description: 'How much larger the leader’s share is than the next one’s: at least this, from -1 to 1.',
    }),
    differenceHigh: t.exposeFloat('differenceHigh', { nullable: true, description: 'And at most this.' }),
  }),
});

builder.objectField(Action, 'comparison', (t) =>
  t.field({
    type: ComparisonType,
    nullable: true,
    description: 'What came of the addresses that its rules compare; null where they compare none.',
    args: {
      from: t.arg({ type: 'DateTime', description: 'From this time.' }),
      to: t.arg({ type: 'DateTime', description: 'Until this time, exclusive.' }),
    },
    resolve: ({ id }, { from, to }, { services, viewer }) =>
      services.addressComparisons.of(viewer, id, { from: from ?? null, to: to ?? null }),
  }),
);
