/** Images: the pages of a document. */
import { nodeStateOf } from '../../src/kernel/precondition.js';
import { batched } from '../../src/graphql/loaders.js';
import { builder } from '../builder.js';
import { ContentElement, TreeElement } from '../content/content-fields.js';
import { windowed, windowInput } from '../content/time-window.js';
import { warned } from './drawing-warning.js';
import { givenOrNull } from '../inputs.js';
import { graded } from '../recognition/recognizability.js';
import { arg, condition, problemMutation, seen, VERSION_DESCRIPTION } from '../mutations.js';
import { NodeInterface } from '../node.js';
import { Document, Image, Zone } from '../refs.js';
import { ActivityStatusEnum } from '../status.js';

Image.implement({
  description: 'A page of a document.',
  interfaces: [NodeInterface, TreeElement, ContentElement],
  fields: (t) => ({
    documentId: t.exposeID('documentId', { description: 'The document.' }),
    name: t.exposeString('name', { description: 'Name for the publisher.' }),
    status: t.field({
      type: ActivityStatusEnum,
      description: 'Whether it is recognized.',
      resolve: (i) => i.status,
    }),
    order: t.exposeInt('order', { description: 'Page number, from 1.' }),
    actionCount: t.exposeInt('actionCount', {
      description: 'Number of its actions and of those of its zones, in all languages.',
    }),
    recognizability: t.field(graded),
    warnings: t.field(warned),
    zoneCount: t.exposeInt('zoneCount', { description: 'Number of zones.' }),
    autoTrigger: t.exposeBoolean('autoTrigger', {
      nullable: true,
      description: 'Trigger a sole action at once.',
    }),
    timeWindow: t.field({
      ...windowed,
      description: 'When readers are shown it and its zones; null: always.',
    }),
    smallThumbnailUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'Thumbnail of 100 px.',
      resolve: (image, _args, { fileUrl }) =>
        image.smallThumbnailFileId === null ? null : fileUrl(image.smallThumbnailFileId),
    }),
    bigThumbnailUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'Thumbnail of 700 px.',
      resolve: (image, _args, { fileUrl }) =>
        image.bigThumbnailFileId === null ? null : fileUrl(image.bigThumbnailFileId),
    }),
    pictureUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'The page itself, at most 3000 px on its longest side.',
      resolve: ({ pictureFileId }, _args, { fileUrl }) =>
        pictureFileId === null ? null : fileUrl(pictureFileId),
    }),
    widthPx: t.exposeInt('widthPx', { description: 'Width of the page as it was drawn or sent.' }),
    heightPx: t.exposeInt('heightPx', { description: 'Height of the page as it was drawn or sent.' }),
    document: t.field({
      type: Document,
      description: 'The document.',
      resolve: ({ documentId }) => documentId,
    }),
    zones: t.loadableList({
      loaderOptions: batched,
      type: Zone,
      description: 'Zones in their order.',
      load: (ids: string[], { services, viewer }) => services.elements.zonesOf(viewer, ids),
      resolve: ({ id }) => id,
    }),
    printedText: t.loadable({
      loaderOptions: batched,
      type: 'String',
      nullable: true,
      description:
        'The words that its file prints on it, a line each; null where there are none, or they were not read yet.',
      load: (ids: string[], { services, viewer }) => services.pageTexts.textsOf(viewer, ids),
      resolve: ({ id }) => id,
    }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When it was made.' }),
    updatedAt: t.expose('dateModified', { type: 'DateTime', description: 'When it was last changed.' }),
    version: t.string({
      description: VERSION_DESCRIPTION,
      resolve: (element) => nodeStateOf(element).version,
    }),
  }),
});

const ImagePatch = builder.inputType('ImagePatch', {
  description: 'What to change of a page.',
  fields: (t) => ({
    name: t.string({ description: 'Name for the publisher.' }),
    order: t.int({ description: 'Page number, from 1.' }),
    autoTrigger: t.boolean({
      description: 'Trigger a sole action at once; null leaves it to the application.',
    }),
    status: t.field({ type: ActivityStatusEnum, description: 'Whether it is recognized.' }),
    timeWindow: t.field(windowInput),
  }),
});

problemMutation('updateImage', {
  may: ['credit'],
  type: Image,
  description: 'Changes the given members of a page.',
  args: {
    id: arg.id({ required: true, description: 'Guid of the page.' }),
    patch: arg.field({ type: ImagePatch, required: true, description: 'What to change.' }),
    ...condition,
  },
  resolve: ({ id, patch, ifVersion }, { services, viewer }) =>
    services.images.patch(viewer, id, givenOrNull(patch, ['autoTrigger', 'timeWindow']), seen(ifVersion)),
});
