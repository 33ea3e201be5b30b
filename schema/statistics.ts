/** Statistics of documents: matches a day, and archives of matches. */
import type { GraphqlContext } from '../src/graphql/context.js';
import type { ArchiveView, DayCount } from '../src/insight/clickstream.service.js';
import { builder } from './builder.js';
import { arg, problemMutation } from './mutations.js';
import { Document } from './refs.js';

const DayCountType = builder.objectRef<DayCount>('DayCount').implement({
  description: 'Matches of a day.',
  fields: (t) => ({
    day: t.expose('day', { type: 'DateTime', description: 'Midnight UTC at which the day begins.' }),
    count: t.exposeInt('count', { description: 'Matches of the day.' }),
  }),
});

builder.queryField('matchCumul', (t) =>
  t.field({
    type: [DayCountType],
    description: 'Matches of a document by day in UTC, without gaps between the first and the last day.',
    args: {
      documentId: t.arg.id({ required: true, description: 'Guid of the document.' }),
      from: t.arg({ type: 'DateTime', description: 'First instant.' }),
      to: t.arg({ type: 'DateTime', description: 'Instant after the last one.' }),
    },
    resolve: async (_root, { documentId, from, to }, { services, viewer }) => [
      ...(await services.clickstream.matchCumul(viewer, documentId, { from, to })),
    ],
  }),
);

const Archive = builder.objectRef<ArchiveView>('Archive').implement({
  description:
    'A ZIP of two CSV files: the matches of a document with their clicks, and their number by day.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Guid of the archive.' }),
    document: t.field({
      type: Document,
      description: 'The document.',
      resolve: ({ documentId }) => documentId,
    }),
    creationTime: t.expose('creationTime', { type: 'DateTime', description: 'When it was asked for.' }),
    progress: t.exposeFloat('progress', { description: 'How much is done, 0–1.' }),
    url: t.string({
      nullable: true,
      description: 'Its address for 7 days; null until it is ready.',
      resolve: ({ isReady, fileId }, _args, { fileUrl }) => (isReady ? fileUrl(fileId) : null),
    }),
    failureReason: t.exposeString('failureReason', {
      nullable: true,
      description: 'Why it could not be made.',
    }),
  }),
});

builder.queryField('archive', (t) =>
  t.field({
    type: Archive,
    description: 'An archive that was asked for.',
    args: { id: t.arg.id({ required: true, description: 'Guid of the archive.' }) },
    resolve: (_root, { id }, { services, viewer }) => services.clickstream.archive(viewer, id),
  }),
);

problemMutation('createArchive', {
  type: Archive,
  description: 'Has an archive made in the background; follow it with `archiveProgress`.',
  args: {
    documentId: arg.id({ required: true, description: 'Guid of the document.' }),
    from: arg({ type: 'DateTime', description: 'First instant.' }),
    to: arg({ type: 'DateTime', description: 'Instant after the last one.' }),
  },
  resolve: ({ documentId, from, to }, { services, viewer }) =>
    services.clickstream.makeArchive(viewer, documentId, { from, to }, { wait: false }),
});

builder.subscriptionField('archiveProgress', (t) =>
  t.field({
    type: Archive,
    description: 'An archive now and whenever more of it is done, until it is ready or has failed.',
    args: { id: t.arg.id({ required: true, description: 'Guid of the archive.' }) },
    subscribe: async (_root, { id }, context) => {
      const { id: jobId } = await context.services.clickstream.archive(context.viewer, id);
      return progressOf(context, jobId);
    },
    resolve: (archive) => archive,
  }),
);

async function* progressOf(context: GraphqlContext, id: string): AsyncGenerator<ArchiveView> {
  const { clickstream, documentWatch } = context.services;
  let told = '';
  for await (const _ of documentWatch.follow(id)) {
    const archive = await clickstream.archive(await context.currentViewer(), id);
    const state = JSON.stringify([archive.progress, archive.isReady, archive.failureReason]);
    if (state !== told) yield archive;
    told = state;
    if (archive.isReady || archive.failureReason !== null) return;
  }
}
