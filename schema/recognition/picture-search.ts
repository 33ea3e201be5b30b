/** Searches of pictures: with an ApiKey as readers' applications have it, or by users in an organization of theirs. */
import type { FoundPicture, PictureSearchResult } from '../../src/pictures/views.js';
import type { GraphqlContext } from '../../src/graphql/context.js';
import { builder, enumType } from '../builder.js';
import { PictureColorType } from '../engine/engine-appearance.js';
import { imageUrlDescription, withImage } from '../inputs.js';
import { arg, problemQuery } from '../mutations.js';
import { Picture } from '../refs.js';

const FoundPictureType = builder.objectRef<FoundPicture>('FoundPicture').implement({
  description: 'A picture that was found.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Guid of the picture.' }),
    name: t.exposeString('name', { description: 'Its name.' }),
    data: t.exposeString('data', { nullable: true, description: 'Its free text.' }),
    keywords: t.exposeStringList('keywords', { description: 'Its keywords.' }),
    score: t.exposeFloat('score', { description: 'Certainty, 0–1; 1 is best.' }),
    bigThumbnailUrl: t.field({
      type: 'URL',
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

const SearchBy = enumType('PictureSearchBy', {
  description: 'What of a photo is compared.',
  values: ['Picture', 'Color'] as const,
});

const ORGANIZATION =
  'The organization whose pictures, and those of all below it, are searched by its users; when left out, that of the ApiKey header.';

const selection = {
  keywords: 'Only pictures that hold all of these.',
  take: 'Results at most, 1–1000; 10 when left out.',
};

problemQuery('searchPictures', {
  type: PictureSearchResultType,
  description: 'Finds pictures by a photo, among those of an organization and of all below it.',
  args: {
    organizationId: arg.id({ description: ORGANIZATION }),
    photo: arg.field({ type: 'Upload', description: 'JPEG, PNG, GIF, TIFF, WebP, AVIF or BMP.' }),
    imageUrl: arg.field({ type: 'URL', description: imageUrlDescription('photo') }),
    keywords: arg.stringList({ description: selection.keywords }),
    by: arg.field({ type: SearchBy, defaultValue: 'Picture', description: 'What of the photo is compared.' }),
    take: arg.int({ description: selection.take }),
  },
  resolve: ({ photo, imageUrl, by, ...wanted }, context) =>
    withImage(context, 'photo', { image: photo, imageUrl }, (file) => {
      const { pictureSearch } = context.services;
      const { asker, query } = queryOf(wanted, context);
      return by === 'Color'
        ? pictureSearch.byColorOfPhoto(asker, file, query)
        : pictureSearch.byPhoto(asker, file, query);
    }),
});

builder.queryFields((t) => ({
  picturesOfLikeColor: t.field({
    type: PictureSearchResultType,
    description: 'The pictures whose colors are most like those of a picture.',
    args: {
      pictureId: t.arg.id({ required: true, description: 'Guid of the picture, which is left out.' }),
      organizationId: t.arg.id({ description: ORGANIZATION }),
      keywords: t.arg.stringList({ description: selection.keywords }),
      take: t.arg.int({ description: selection.take }),
    },
    resolve: (_root, { pictureId, ...wanted }, context) => {
      const { asker, query } = queryOf(wanted, context);
      return context.services.pictureSearch.byColorOf(asker, pictureId, query);
    },
  }),
  picturesByColors: t.field({
    type: PictureSearchResultType,
    description: 'The pictures that hold colors best.',
    args: {
      organizationId: t.arg.id({ description: ORGANIZATION }),
      colors: t.arg.stringList({
        required: true,
        description: '1–10 colors: six hexadecimal digits, if wanted with a share in percent, as FF6633@40.',
      }),
      keywords: t.arg.stringList({ description: selection.keywords }),
      take: t.arg.int({ description: selection.take }),
    },
    resolve: (_root, { colors, ...wanted }, context) => {
      const { asker, query } = queryOf(wanted, context);
      return context.services.pictureSearch.byWantedColors(asker, colors, query);
    },
  }),
}));

builder.objectField(Picture, 'colors', (t) =>
  t.field({
    type: [PictureColorType],
    description: 'Its dominant colors, largest share first; none of a picture that no photo can find.',
    resolve: async (picture, _args, { services }) => [...(await services.pictureSearch.colorsOf(picture))],
  }),
);

interface Wanted {
  readonly organizationId?: string | null | undefined;
  readonly keywords?: readonly string[] | null | undefined;
  readonly take?: number | null | undefined;
}

/** The caller, and the organization that is searched: users name an organization, readers have an ApiKey. */
function queryOf({ organizationId, keywords, take }: Wanted, context: GraphqlContext) {
  return {
    asker: organizationId == null ? context.keyHolder : context.viewer,
    query: {
      organizationId: organizationId ?? null,
      keywords: keywords ?? [],
      ...(take == null ? {} : { take }),
      signal: context.signal,
    },
  };
}
