/** Statistics of documents: matches a day, and archives of matches. */
import type { GraphqlContext } from '../../src/graphql/context.js';
import type { ArchiveView, DayCount } from '../../src/readers/clickstream.service.js';
import { statisticsCsv } from '../../src/statistics/statistics-csv.js';
import { type Counts, type Dimension, dimensions } from '../../src/statistics/statistics-sources.js';
import type {
  StatisticsKey,
  StatisticsRow,
  StatisticsView,
} from '../../src/statistics/statistics.service.js';
import { builder, enumType } from '../builder.js';
import { arg, problemMutation } from '../mutations.js';
import { Document } from '../refs.js';

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

const DimensionEnum = enumType('StatisticsDimension', {
  description: 'What statistics can be counted by.',
  values: dimensions,
});

const Key = builder.objectRef<StatisticsKey>('StatisticsKey').implement({
  description: 'A value that statistics are counted by.',
  fields: (t) => ({
    dimension: t.field({
      type: DimensionEnum,
      description: 'What it is a value of.',
      resolve: ({ dimension }) => dimension,
    }),
    id: t.exposeString('id', {
      nullable: true,
      description:
        'Guid of the element or action, which may be gone by now; otherwise the value; null for none.',
    }),
    name: t.exposeString('name', { description: 'Its name today, or the last that is known.' }),
  }),
});

const CountsType = builder.objectRef<Counts>('StatisticsCounts').implement({
  description: 'What was counted.',
  fields: (t) => ({
    matches: t.exposeInt('matches', { description: 'Recognitions of pages and zones.' }),
    clicks: t.exposeInt('clicks', { description: 'Actions that readers triggered.' }),
    clicksWithoutMatch: t.exposeInt('clicksWithoutMatch', {
      description: 'Of the clicks those that no recognition is known of.',
    }),
    unrecognizedScans: t.exposeInt('unrecognizedScans', {
      description: 'Scans that nothing was recognized in; counted for organizations only.',
    }),
    pictureScans: t.exposeInt('pictureScans', {
      description: 'Scans that recognized a picture of picture mode; counted for organizations only.',
    }),
  }),
});

const Row = builder.objectRef<StatisticsRow>('StatisticsRow').implement({
  description: 'Counts of what the keys name.',
  fields: (t) => ({
    keys: t.field({
      type: [Key],
      description: 'One for each dimension, in their order.',
      resolve: ({ keys }) => [...keys],
    }),
    counts: t.field({ type: CountsType, description: 'The counts.', resolve: (row) => row }),
  }),
});

interface Counted extends StatisticsView {
  readonly by: readonly Dimension[];
}

const Statistics = builder.objectRef<Counted>('Statistics').implement({
  description: 'What readers did.',
  fields: (t) => ({
    timeZone: t.exposeString('timeZone', { description: 'Where the days begin at midnight.' }),
    total: t.field({
      type: CountsType,
      description: 'Counts of the whole period.',
      resolve: ({ total }) => total,
    }),
    rows: t.field({
      type: [Row],
      description: 'Counts by the dimensions, most first; days in order, by day alone without gaps.',
      resolve: ({ rows }) => [...rows],
    }),
    csv: t.string({
      description: 'The rows as a file for spreadsheet programs.',
      resolve: (counted) => statisticsCsv(counted, counted.by),
    }),
  }),
});

builder.queryField('statistics', (t) =>
  t.field({
    type: Statistics,
    description:
      'Counts of matches, clicks and scans of an organization with all below it, or of any element.',
    args: {
      elementId: t.arg.id({ required: true, description: 'Guid of the organization or element.' }),
      from: t.arg({ type: 'DateTime', description: 'First instant; the first record when left out.' }),
      to: t.arg({ type: 'DateTime', description: 'Instant after the last one; now when left out.' }),
      timeZone: t.arg.string({
        description:
          'Where days begin at midnight, for example Europe/Paris; the organization’s when left out.',
      }),
      by: t.arg({
        type: [DimensionEnum],
        defaultValue: [],
        description: 'At most two; only the total when left out.',
      }),
    },
    complexity: { field: 10, multiplier: 10 },
    resolve: async (_root, { by, ...args }, { services, viewer }) => ({
      ...(await services.statistics.count(viewer, { ...args, by: by ?? [] })),
      by: by ?? [],
    }),
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
    createdAt: t.expose('creationTime', { type: 'DateTime', description: 'When it was asked for.' }),
    progress: t.exposeFloat('progress', { description: 'How much is done, 0–1.' }),
    url: t.field({
      type: 'URL',
      nullable: true,
      description: 'Its address for 7 days; null until it is ready.',
      resolve: ({ isReady, fileId }, _args, { fileUrl }) => (isReady ? fileUrl(fileId) : null),
    }),
    failureReason: t.exposeString('failureReason', {
      nullable: true,
      description: 'Why it failed.',
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
    from: arg.field({ type: 'DateTime', description: 'First instant.' }),
    to: arg.field({ type: 'DateTime', description: 'Instant after the last one.' }),
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
