/** References of an application that are nearly the same picture. */
import type {
  DuplicateProgress,
  DuplicateReport,
  ReferenceDuplicates,
} from '../../src/engine/references/duplicate-check.js';
import type { GraphqlContext } from '../../src/graphql/context.js';
import { builder } from '../builder.js';
import { Application } from './engine-application.js';
import { NearDuplicateType, Reference } from './engine-reference.js';

const ReferenceDuplicatesType = builder.objectRef<ReferenceDuplicates>('ReferenceDuplicates').implement({
  description: 'A reference and those that are nearly the same picture.',
  fields: (t) => ({
    reference: t.field({
      type: Reference,
      description: 'The reference.',
      resolve: ({ reference }) => reference,
    }),
    nearDuplicates: t.field({
      type: [NearDuplicateType],
      description: 'Other references that are nearly the same picture, nearest first; 10 at most.',
      resolve: ({ nearDuplicates }) => nearDuplicates,
    }),
  }),
});

const DuplicateReportType = builder.objectRef<DuplicateReport>('DuplicateReport').implement({
  description: 'A page of references that are nearly the same picture as others.',
  fields: (t) => ({
    items: t.field({
      type: [ReferenceDuplicatesType],
      description: 'References of the page that have near-duplicates.',
      resolve: ({ items }) => items,
    }),
    checked: t.exposeInt('checked', { description: 'References that were looked at for this page.' }),
    endCursor: t.exposeString('endCursor', { nullable: true, description: 'For `after`: the next page.' }),
    hasNextPage: t.exposeBoolean('hasNextPage', { description: 'Whether there are more to look at.' }),
  }),
});

builder.objectField(Application, 'duplicates', (t) =>
  t.field({
    type: DuplicateReportType,
    description: 'References that are nearly the same picture as others, in order of their addition.',
    complexity: 100,
    args: {
      first: t.arg.int({
        defaultValue: 20,
        description: 'References to look at for the page, 1–100. Each costs a search.',
      }),
      after: t.arg.string({ description: '`endCursor` of the page before.' }),
    },
    resolve: async ({ id }, { first, after }, { services, viewer, signal }) =>
      services.duplicates.page(await services.applications.open(viewer, id), {
        first: first ?? undefined,
        after,
        signal,
      }),
  }),
);

const DuplicateProgressType = builder.objectRef<DuplicateProgress>('DuplicateProgress').implement({
  description: 'One step of a check for duplicates.',
  fields: (t) => ({
    checked: t.exposeInt('checked', { description: 'References that are checked by now.' }),
    total: t.exposeInt('total', { description: 'References to check.' }),
    result: t.expose('result', {
      type: ReferenceDuplicatesType,
      description: 'The one that was checked last.',
    }),
  }),
});

builder.subscriptionField('duplicateCheck', (t) =>
  t.field({
    type: DuplicateProgressType,
    description:
      'Checks the references of an application one by one, in the order of their addition, and reports near-duplicates of each. For administrators.',
    args: { applicationId: t.arg.id({ required: true, description: 'Guid of the application.' }) },
    subscribe: async (_root, { applicationId }, context) => {
      await context.services.applications.open(context.viewer, applicationId);
      return stepsOf(context, applicationId);
    },
    resolve: (step) => step,
  }),
);

async function* stepsOf(context: GraphqlContext, applicationId: string): AsyncGenerator<DuplicateProgress> {
  const { applications, duplicates } = context.services;
  yield* duplicates.walk(await applications.open(await context.currentViewer(), applicationId));
}
