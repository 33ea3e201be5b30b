/** Effects of replacing a document's file, before it is done. */
import { pageFates } from '../../src/documents/pages/page-matcher.js';
import type { PlannedPage, ReplacementPlan } from '../../src/documents/replacement-plan.service.js';
import { builder, enumType } from '../builder.js';
import type { EarlierFileView } from '../../src/documents/earlier-file.service.js';
import { withFile } from '../inputs.js';
import { arg, condition, problemMutation, problemQuery, seen } from '../mutations.js';
import { graded } from '../recognition/recognizability.js';
import { Document, Image } from '../refs.js';

const PageFateEnum = enumType('PageFate', {
  description:
    'What becomes of a page: Same and Moved keep their content, Changed is the same page with other content, New has no forerunner.',
  values: pageFates,
});

const PlannedPageType = builder.objectRef<PlannedPage>('PlannedPage').implement({
  description: 'A page of the new file.',
  fields: (t) => ({
    order: t.exposeInt('order', { description: 'Place in the new file, from 1.' }),
    fate: t.field({ type: PageFateEnum, description: 'What becomes of it.', resolve: ({ fate }) => fate }),
    image: t.field({
      type: Image,
      nullable: true,
      description: 'The page that it continues, with its titles, actions and zones; null for a new one.',
      resolve: ({ imageId }) => imageId,
    }),
    hasSamePicture: t.exposeBoolean('hasSamePicture', {
      nullable: true,
      description: 'Whether it looks exactly as that page does now, down to small print; null for a new one.',
    }),
    previousOrder: t.exposeInt('previousOrder', {
      nullable: true,
      description: 'Place of that page now; null for a new one.',
    }),
    recognizability: t.field(graded),
    thumbnail: t.string({
      nullable: true,
      description: 'Small JPEG of the new page, base64; null unless `withThumbnails` asks for it.',
      resolve: ({ thumbnail }) => thumbnail?.toString('base64') ?? null,
    }),
  }),
});

const ReplacementPlanType = builder.objectRef<ReplacementPlan>('ReplacementPlan').implement({
  description: 'What replacing a document’s file would do; nothing is done yet.',
  fields: (t) => ({
    document: t.field({
      type: Document,
      description: 'The document.',
      resolve: ({ documentId }) => documentId,
    }),
    pages: t.field({
      type: [PlannedPageType],
      description: 'The pages of the new file, in order.',
      resolve: ({ pages }) => [...pages],
    }),
    gone: t.field({
      type: [Image],
      description: 'Pages that the file no longer holds: they would be thrown away.',
      resolve: ({ goneImageIds }) => [...goneImageIds],
    }),
  }),
});

problemQuery('planReplacement', {
  type: ReplacementPlanType,
  description:
    'Compares the pages of a file with those of a document by their content, and changes nothing. Hand the ids of its pages, corrected where need be, to replaceDocumentFile.',
  args: {
    id: arg.id({ required: true, description: 'Guid of the document.' }),
    file: arg.field({
      type: 'Upload',
      description: 'The file: JPEG, PNG, GIF, TIFF, WebP, AVIF, BMP or PDF.',
    }),
    uploadId: arg.id({
      description:
        'Instead of the file: an upload that was finished before. It stays, so that it can be used afterwards.',
    }),
    withThumbnails: arg.boolean({ defaultValue: false, description: 'Draws the new pages small, too.' }),
  },
  resolve: ({ id, file, uploadId, withThumbnails }, context) =>
    withFile(
      context,
      'document',
      { file, uploadId },
      (upload) =>
        context.services.replacementPlans.plan(context.viewer, id, upload, context.signal, {
          withThumbnails: withThumbnails ?? false,
        }),
      'inspect',
    ),
});

const DrawnPage = builder.objectRef<{ readonly picture: Buffer }>('DrawnPage').implement({
  description: 'A page of a file that was sent.',
  fields: (t) => ({
    picture: t.string({
      description: 'JPEG, base64; at most 4,000 pixels wide and high.',
      resolve: ({ picture }) => picture.toString('base64'),
    }),
  }),
});

problemQuery('drawNewPage', {
  type: DrawnPage,
  description:
    'Draws a page of a file that is to replace a document’s, so that both can be compared. Nothing is changed.',
  args: {
    id: arg.id({ required: true, description: 'Guid of the document.' }),
    page: arg.int({ required: true, description: 'Place in the file, from 1.' }),
    file: arg.field({ type: 'Upload', description: 'The file.' }),
    uploadId: arg.id({ description: 'Instead of the file: an upload that was finished before. It stays.' }),
  },
  resolve: ({ id, page, file, uploadId }, context) =>
    withFile(
      context,
      'document',
      { file, uploadId },
      async (upload) => {
        const { replacementPlans } = context.services;
        return { picture: await replacementPlans.draw(context.viewer, id, upload, page, context.signal) };
      },
      'inspect',
    ),
});

const EarlierFile = builder.objectRef<EarlierFileView>('EarlierFile').implement({
  description: 'The file of a document before the present one.',
  fields: (t) => ({
    originalName: t.exposeString('originalName', {
      nullable: true,
      description: 'Name it was uploaded with.',
    }),
    sizeBytes: t.exposeInt('sizeBytes', { description: 'Size in bytes.' }),
    replacedAt: t.expose('dateReplaced', {
      type: 'DateTime',
      description: 'When another file replaced it.',
    }),
    purgedAt: t.expose('datePurged', { type: 'DateTime', description: 'When it is removed for good.' }),
  }),
});

builder.objectField(Document, 'earlierFile', (t) =>
  t.field({
    type: EarlierFile,
    nullable: true,
    description: 'The file before the present one; null without one, or when it is no longer kept.',
    resolve: ({ id }, _args, { services, viewer }) => services.earlierFiles.of(viewer, id),
  }),
);

problemMutation('restoreEarlierFile', {
  may: ['credit'],
  type: Document,
  description:
    'Puts the earlier file of a document back; the present one becomes the earlier one. Its pages keep their content, and those that the replacement moved to the trash come back.',
  args: {
    id: arg.id({ required: true, description: 'Guid of the document.' }),
    waitForImages: arg.boolean({
      defaultValue: false,
      description: 'Answer only when the pages are ready.',
    }),
    ...condition,
  },
  resolve: async ({ id, waitForImages, ifVersion }, { services, viewer }) => {
    await services.earlierFiles.goBack(viewer, id, {
      waitForImages: waitForImages ?? false,
      precondition: seen(ifVersion),
    });
    return id;
  },
});
