/** Searches of pictures, with an ApiKey as readers' applications have it. */
import type { FoundPicture, PictureSearchResult } from '../src/pictures/views.js';
import { builder } from './builder.js';
import { withUpload } from './inputs.js';
import { arg, problemMutation } from './mutations.js';

const FoundPictureType = builder.objectRef<FoundPicture>('FoundPicture').implement({
  description: 'A picture that was found.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Guid of the picture.' }),
    name: t.exposeString('name', { description: 'Its name.' }),
    data: t.exposeString('data', { nullable: true, description: 'Its free text.' }),
    keywords: t.exposeStringList('keywords', { description: 'Its keywords.' }),
    score: t.exposeFloat('score', { description: 'Certainty, 0–1; 1 is best.' }),
    bigThumbnailUrl: t.string({
      nullable: true,
      description: 'Thumbnail of 700 px.',
      resolve: ({ bigThumbnailFileId }, _args, { fileUrl }) =>
        bigThumbnailFileId === null ? null : fileUrl(bigThumbnailFileId),
    }),
  }),
});

const PictureSearchResultType = builder.objectRef<PictureSearchResult>('PictureSearchResult').implement({
  description: 'What a search of pictures found.',
  fields: (t) => ({
    sessionId: t.exposeString('sessionId', { description: 'Joins what follows to this search.' }),
    pictures: t.field({
      type: [FoundPictureType],
      description: 'Best first.',
      resolve: ({ pictures }) => [...pictures],
    }),
  }),
});

const SearchBy = builder.enumType('PictureSearchBy', {
  description: 'What of a photo is compared.',
  values: ['Picture', 'Color'] as const,
});

problemMutation('searchPictures', {
  type: PictureSearchResultType,
  description:
    'Finds pictures by a photo, among those of the organization of the ApiKey header and of all below it. A mutation, because a photo is sent; nothing is changed.',
  args: {
    photo: arg({ type: 'Upload', required: true, description: 'JPEG, PNG or GIF.' }),
    keywords: arg.stringList({ description: 'Only pictures that hold all of these.' }),
    by: arg({ type: SearchBy, defaultValue: 'Picture', description: 'What of the photo is compared.' }),
    take: arg.int({ description: 'Results at most, 1–1000; 10 when left out.' }),
  },
  resolve: ({ photo, keywords, by, take }, context) =>
    withUpload(photo, (file) => {
      const { services, signal } = context;
      const query = { keywords: keywords ?? [], ...(take == null ? {} : { take }), signal };
      const { pictureSearch } = services;
      return by === 'Color'
        ? pictureSearch.byColorOfPhoto(context.keyHolder, file, query)
        : pictureSearch.byPhoto(context.keyHolder, file, query);
    }),
});

builder.queryField('picturesOfLikeColor', (t) =>
  t.field({
    type: PictureSearchResultType,
    description: 'The pictures whose colors are most like those of a picture, by the ApiKey header.',
    args: {
      pictureId: t.arg.id({ required: true, description: 'Guid of the picture, which is left out.' }),
      keywords: t.arg.stringList({ description: 'Only pictures that hold all of these.' }),
      take: t.arg.int({ description: 'Results at most, 1–1000; 10 when left out.' }),
    },
    resolve: (_root, { pictureId, keywords, take }, { services, keyHolder, signal }) =>
      services.pictureSearch.byColorOf(keyHolder, pictureId, {
        keywords: keywords ?? [],
        ...(take == null ? {} : { take }),
        signal,
      }),
  }),
);
