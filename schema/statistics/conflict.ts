/** Conflicts: what a photo could be confused with. */
import type { GraphqlContext } from '../../src/graphql/context.js';
import type { PicturePart as PicturePartShape } from '../../src/engine-host/content/told-apart.js';
import type { ConflictView } from '../../src/documents/conflicts/conflict.reader.js';
import type { ConflictProgress, ConflictResult } from '../../src/documents/conflicts/conflict.service.js';
import { builder } from '../builder.js';
import { Document, Image, TreeNode } from '../refs.js';

const PicturePart = builder.objectRef<PicturePartShape>('PicturePart').implement({
  description: 'A part of a picture.',
  fields: (t) => ({
    leftPercent: t.float({ description: 'From the left, 0–100.', resolve: ({ left }) => 100 * left }),
    topPercent: t.float({ description: 'From the top, 0–100.', resolve: ({ top }) => 100 * top }),
    widthPercent: t.float({ description: 'Width, 0–100.', resolve: ({ width }) => 100 * width }),
    heightPercent: t.float({ description: 'Height, 0–100.', resolve: ({ height }) => 100 * height }),
  }),
});

const Conflict = builder.objectRef<ConflictView>('Conflict').implement({
  description: 'Another active page or zone that looks alike.',
  fields: (t) => ({
    document: t.field({
      type: Document,
      description: 'Its document.',
      resolve: ({ documentId }) => documentId,
    }),
    pageNumber: t.exposeInt('pageNumber', { description: 'Its page, from 1.' }),
    distance: t.exposeFloat('distance', { description: '0 (the same picture) to 1.' }),
    path: t.field({
      type: [TreeNode],
      description: 'From the page or zone up to its organization.',
      resolve: ({ path }) => path.map(({ id }) => id),
    }),
    thumbnailUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'Thumbnail of 700 px.',
      resolve: ({ thumbnailFileId }, _args, { fileUrl }) =>
        thumbnailFileId === null ? null : fileUrl(thumbnailFileId),
    }),
    toldApartBy: t.expose('toldApartBy', {
      type: PicturePart,
      nullable: true,
      description:
        'The part of the checked page or zone by which photos tell both apart; null where photos may confuse them.',
    }),
  }),
});

const ConflictResultType = builder.objectRef<ConflictResult>('ConflictResult').implement({
  description: 'A page or zone and what it could be confused with.',
  fields: (t) => ({
    element: t.field({ type: TreeNode, description: 'The page or zone.', resolve: ({ id }) => id }),
    page: t.field({
      type: Image,
      description: 'The page that it is, or lies on.',
      resolve: ({ pageId }) => pageId,
    }),
    conflicts: t.field({
      type: [Conflict],
      description: 'What photos may confuse with it, most alike first.',
      resolve: ({ conflicts }) => [...conflicts],
    }),
    alike: t.field({
      type: [Conflict],
      description: 'Pages and zones of its design that photos tell from it, most alike first.',
      resolve: ({ alike }) => [...alike],
    }),
  }),
});

const ConflictProgressType = builder.objectRef<ConflictProgress>('ConflictProgress').implement({
  description: 'One step of a check.',
  fields: (t) => ({
    checked: t.exposeInt('checked', { description: 'Pages and zones that are checked by now.' }),
    total: t.exposeInt('total', { description: 'Pages and zones to check.' }),
    result: t.expose('result', { type: ConflictResultType, description: 'The one that was checked last.' }),
  }),
});

builder.queryField('conflicts', (t) =>
  t.field({
    type: [ConflictResultType],
    description:
      'What could be confused with each recognizable page and zone of a document, with a page or with a zone; what is long to check is better followed with `conflictCheck`.',
    args: { id: t.arg.id({ required: true, description: 'Guid of a document, image or zone.' }) },
    resolve: async (_root, { id }, { services, viewer }) => [...(await services.conflicts.check(viewer, id))],
  }),
);

builder.queryField('activationWarnings', (t) =>
  t.field({
    type: [ConflictResultType],
    description: 'What to know before a document is activated: its pages and zones that have conflicts.',
    args: { documentId: t.arg.id({ required: true, description: 'Guid of the document.' }) },
    resolve: async (_root, { documentId }, { services, viewer }) => [
      ...(await services.conflicts.warnings(viewer, documentId)),
    ],
  }),
);

builder.subscriptionField('conflictCheck', (t) =>
  t.field({
    type: ConflictProgressType,
    description:
      'Checks page by page and zone by zone and reports each result; for a folder or an organization, all documents below.',
    args: {
      id: t.arg.id({
        required: true,
        description: 'Guid of an organization, folder, document, image or zone.',
      }),
    },
    subscribe: async (_root, { id }, context) => {
      await context.services.conflicts.requireWalk(context.viewer, id);
      return stepsOf(context, id);
    },
    resolve: (step) => step,
  }),
);

async function* stepsOf(context: GraphqlContext, id: string): AsyncGenerator<ConflictProgress> {
  yield* context.services.conflicts.walk(await context.currentViewer(), id);
}
