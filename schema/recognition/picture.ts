/** Picture mode: single pictures of an organization. */
import { connectionComplexity } from '../../src/graphql/complexity.js';
import type { PictureView } from '../../src/pictures/views.js';
import { stateOf } from '../../src/kernel/precondition.js';
import { builder } from '../builder.js';
import { connectionOf, keysetConnection } from '../connection.js';
import { given, givenOrNull, withUpload } from '../inputs.js';
import { graded } from './recognizability.js';
import { arg, condition, deletion, problemMutation, seen, VERSION_DESCRIPTION } from '../mutations.js';
import { NodeInterface } from '../node.js';
import { Organization, Picture } from '../refs.js';

Picture.implement({
  description:
    'A picture that is recognized by itself, without pages and zones. No image is kept of it but a thumbnail.',
  interfaces: [NodeInterface],
  fields: (t) => ({
    objectId: t.exposeString('objectId', { description: 'Grows with creation: the `_objectId` of REST.' }),
    organization: t.field({
      type: Organization,
      description: 'Whose it is.',
      resolve: ({ organizationId }) => organizationId,
    }),
    name: t.exposeString('name', { description: 'Name, or the identifier of your own.' }),
    data: t.exposeString('data', { nullable: true, description: 'Free text; a scan answers it.' }),
    recognizability: t.field(graded),
    keywords: t.exposeStringList('keywords', { description: 'Searches can be limited by them.' }),
    bigThumbnailUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'Thumbnail of 700 px.',
      resolve: ({ bigThumbnailFileId }, _args, { fileUrl }) =>
        bigThumbnailFileId === null ? null : fileUrl(bigThumbnailFileId),
    }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When it was added.' }),
    updatedAt: t.expose('dateModified', { type: 'DateTime', description: 'When it was last changed.' }),
    version: t.string({ description: VERSION_DESCRIPTION, resolve: (element) => stateOf(element).version }),
  }),
});

const [PictureConnection, PictureEdge] = connectionOf(Picture, 'Picture', 'pictures');

builder.objectField(Organization, 'pictures', (t) =>
  t.connection(
    {
      type: Picture,
      description: 'Its pictures, in order of creation.',
      args: {
        nameContains: t.arg.string({
          description: 'Only those with this in the name, in any case of letters.',
        }),
        keywords: t.arg.stringList({ description: 'Only those that hold all of these.' }),
      },
      complexity: connectionComplexity,
      resolve: ({ id }, args, { services, viewer }) => {
        const filter = { name: args.nameContains ?? null, keywords: args.keywords ?? [] };
        return keysetConnection({
          args,
          order: 'Created',
          valuesOf: ({ objectId }: PictureView) => [objectId],
          read: (keyset) => services.pictures.page(viewer, id, keyset, filter),
          count: () => services.pictures.count(viewer, id, filter),
        });
      },
    },
    PictureConnection,
    PictureEdge,
  ),
);

builder.queryField('picture', (t) =>
  t.field({
    type: Picture,
    description: 'A picture of picture mode.',
    args: { id: t.arg.id({ required: true, description: 'Guid of the picture.' }) },
    resolve: (_root, { id }, { services, viewer }) => services.pictures.get(viewer, id),
  }),
);

const pictureFields = {
  organizationId: arg.id({ required: true, description: 'Whose it is.' }),
  name: arg.string({ required: true, description: 'Name, or the identifier of your own.' }),
  data: arg.string({ description: 'Free text; a scan answers it.' }),
  keywords: arg.stringList({ description: 'Searches can be limited by them.' }),
};

const PicturePatch = builder.inputType('PicturePatch', {
  description: 'What to change of a picture.',
  fields: (t) => ({
    name: t.string({ description: 'Name, or the identifier of your own.' }),
    data: t.string({ description: 'Free text; the empty text removes it.' }),
    keywords: t.stringList({ description: 'All of its keywords.' }),
  }),
});

problemMutation('createPicture', {
  type: Picture,
  description: 'Adds a picture; scans and searches that start after this find it.',
  args: {
    ...pictureFields,
    file: arg.field({
      type: 'Upload',
      required: true,
      description: 'JPEG, PNG, GIF, TIFF, WebP, AVIF or BMP.',
    }),
  },
  resolve: ({ organizationId, name, file, ...others }, context) =>
    withUpload(file, (upload) =>
      context.services.pictures.create(
        context.viewer,
        { ...givenOrNull(others, ['data']), organizationId, name },
        upload,
      ),
    ),
});

problemMutation('updatePicture', {
  type: Picture,
  description: 'Changes the given members of a picture.',
  args: {
    id: arg.id({ required: true, description: 'Guid of the picture.' }),
    patch: arg.field({ type: PicturePatch, required: true, description: 'What to change.' }),
    ...condition,
  },
  resolve: ({ id, patch, ifVersion }, { services, viewer }) =>
    services.pictures.patch(viewer, id, given(patch), seen(ifVersion)),
});

deletion('deletePicture', {
  description: 'Deletes a picture.',
  idDescription: 'Guid of the picture.',
  work: ({ services, viewer }, id, precondition) => services.pictures.delete(viewer, id, precondition),
});
