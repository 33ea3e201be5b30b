/** Queries that ask applications by a picture. */
import { badInput } from '../../src/kernel/errors.js';
import { builder } from '../builder.js';
import { filterInputs, filterOf } from './engine-filter.js';
import { BaselineEnum, ComparisonType, ExplanationType, SearchPageType } from './engine-match.js';
import { SensitivityEnum } from './fine-comparison.js';
import { given, imageUrlDescription, withPicture, withUpload } from '../inputs.js';
import { arg, problemQuery } from '../mutations.js';

const rangeFields = {
  ...filterInputs(arg),
  ids: arg.idList({ description: 'Ids that results are restricted to.' }),
  limit: arg.int({ description: 'Results on the page, 1–1000.' }),
  offset: arg.int({ description: 'Place of the first result, from 0.' }),
  threshold: arg.float({ description: 'Strictness of the decision, 0–1.' }),
  colorWeightPercent: arg.int({ description: 'Importance of color in similarity applications, 0–100.' }),
  findMirrored: arg.boolean({ description: 'Also recognize mirror images of references.' }),
  secondTry: arg.boolean({
    description:
      'False for one look alone. Unless set, a closer look follows where the first recognizes nothing.',
  }),
  streamId: arg.string({
    description:
      'Names the stream of a camera whose frames are searched for one after the other: the first is looked at quickly, the next ones closer once in two seconds.',
  }),
  includeRejected: arg.boolean({
    description: 'Also list the nearest candidates that were not recognized, after those that were.',
  }),
};

problemQuery('searchReferences', {
  type: SearchPageType,
  description:
    'Searches by exactly one of a picture (or its signature), a reference or colors, or by keywords, metadata or the beginning of ids alone.',
  args: {
    applicationId: arg.id({ required: true, description: 'Guid of the application.' }),
    image: arg.field({ type: 'Upload', description: 'JPEG, PNG, GIF, TIFF, WebP, AVIF or BMP.' }),
    imageUrl: arg.field({ type: 'URL', description: imageUrlDescription('image') }),
    dna: arg.string({ description: 'Instead of an image: its signature, base64.' }),
    referenceId: arg.id({ description: 'A reference to search by.' }),
    colors: arg.stringList({ description: 'Wanted colors: <hex> or <hex>@<percentage>.' }),
    ...rangeFields,
  },
  resolve: async ({ applicationId, image, imageUrl, dna, referenceId, colors, ...range }, context) => {
    const { services, viewer } = context;
    const application = await services.applications.open(viewer, applicationId);
    const { streamId, ...restrictions } = filterOf(range);
    const stream = { id: streamId, address: context.host };
    const options = { ...given(restrictions), stream, signal: context.signal };
    const picture = image ?? imageUrl ?? dna;
    if ([picture, referenceId, colors].filter((source) => source != null).length > 1) {
      throw badInput('image', 'give one of image (or imageUrl or dna), referenceId and colors');
    }
    const search = services.referenceSearch;
    if (referenceId != null) return search.searchById(application, referenceId, options);
    if (colors != null) return search.searchByColors(application, colors, options);
    if (picture == null) return search.searchByKeywords(application, options);
    return withPicture(context, { image, imageUrl, dna }, (source) =>
      search.search(application, source, options),
    );
  },
});

problemQuery('explainMatch', {
  type: ExplanationType,
  description: 'Explains why a picture matches a reference, or not.',
  args: {
    applicationId: arg.id({ required: true, description: 'Guid of the application.' }),
    referenceId: arg.id({ required: true, description: 'The reference.' }),
    image: arg.field({ type: 'Upload', description: 'JPEG, PNG, GIF, TIFF, WebP, AVIF or BMP.' }),
    imageUrl: arg.field({ type: 'URL', description: imageUrlDescription('image') }),
    dna: arg.string({ description: 'Instead of an image: its signature, base64.' }),
    threshold: arg.float({ description: 'Strictness of the decision, 0–1.' }),
    findMirrored: arg.boolean({ description: 'Also recognize the mirror image.' }),
    secondTry: arg.boolean({ description: 'False for one look alone, without a closer one.' }),
  },
  resolve: async ({ applicationId, referenceId, image, imageUrl, dna, ...pair }, context) => {
    const { services, viewer } = context;
    const application = await services.applications.open(viewer, applicationId);
    const options = { ...given(pair), signal: context.signal };
    return withPicture(context, { image, imageUrl, dna }, (source) =>
      services.explanations.explain(application, referenceId, source, options),
    );
  },
});

const FractionBoxInput = builder.inputType('FractionBoxInput', {
  description: 'A place of a picture, as fractions of its width and height.',
  fields: (t) => ({
    left: t.float({ required: true, description: 'Its left edge, 0–1.' }),
    top: t.float({ required: true, description: 'Its upper edge, 0–1.' }),
    width: t.float({ required: true, description: 'Its width, 0–1.' }),
    height: t.float({ required: true, description: 'Its height, 0–1.' }),
  }),
});

export const FineSettingsInput = builder.inputType('FineComparisonInput', {
  description: 'What counts as a difference.',
  fields: (t) => ({
    sensitivity: t.field({
      type: SensitivityEnum,
      description: 'What the second picture is; unless set, how it lies says it.',
    }),
    minDeltaE: t.float({
      description: 'Mean color difference (CIE 1976) from which on a place is reported, 0–100.',
    }),
    minSize: t.float({
      description: 'Longer side from which on a place is reported, in pixels of the first picture.',
    }),
    ignore: t.field({
      type: [FractionBoxInput],
      description: 'Places of the first picture that are not compared, at most 100.',
    }),
  }),
});

problemQuery('comparePictures', {
  may: ['media'],
  type: ComparisonType,
  description: 'Compares two pictures without storing them.',
  args: {
    applicationId: arg.id({ required: true, description: 'The application that it is counted for.' }),
    reference: arg.field({ type: 'Upload', required: true, description: 'The first picture.' }),
    query: arg.field({ type: 'Upload', required: true, description: 'The second picture.' }),
    isFine: arg.boolean({ defaultValue: false, description: 'Also report what differs in detail.' }),
    settings: arg.field({ type: FineSettingsInput, description: 'What counts as a difference in detail.' }),
    threshold: arg.float({ description: 'Strictness of the decision, 0–1.' }),
    findMirrored: arg.boolean({ description: 'Also recognize the mirror image.' }),
    secondTry: arg.boolean({ description: 'False for one look alone, without a closer one.' }),
    baseline: arg.field({ type: BaselineEnum, description: 'Also match both by a baseline.' }),
  },
  resolve: async ({ applicationId, reference, query, isFine, settings, ...options }, context) => {
    const { services, viewer, signal } = context;
    const application = await services.applications.open(viewer, applicationId);
    return withUpload(reference, (first) =>
      withUpload(query, async (second) => {
        const pair = await services.explanations.compare(application, first, second, {
          ...given(options),
          signal,
        });
        services.applicationCounters.note(application.id, 'comparisons');
        if (isFine !== true) return { pair, fine: null };
        const [a, b] = [await first.bytes(), await second.bytes()];
        return { pair, fine: await services.comparisons.compareBytes(a, b, signal, settings ?? {}) };
      }),
    );
  },
});

const ComparedPictureInput = builder.inputType('ComparedPictureInput', {
  description: 'A picture to compare: a page of yours, or a file that is not kept.',
  isOneOf: true,
  fields: (t) => ({
    file: t.field({ type: 'Upload', description: 'JPEG, PNG, GIF, TIFF, WebP, AVIF or BMP.' }),
    imageId: t.id({ description: 'Guid of a page.' }),
  }),
});

problemQuery('compare', {
  may: ['media'],
  type: ComparisonType,
  description:
    'Compares two pictures in detail, pages or files, without storing them; what differs is null when they do not show the same.',
  args: {
    reference: arg.field({ type: ComparedPictureInput, required: true, description: 'The first picture.' }),
    query: arg.field({ type: ComparedPictureInput, required: true, description: 'The second picture.' }),
    settings: arg.field({ type: FineSettingsInput, description: 'What counts as a difference.' }),
    baseline: arg.field({ type: BaselineEnum, description: 'Also match both by a baseline.' }),
  },
  resolve: ({ reference, query, settings, baseline }, { services, viewer, signal }) =>
    services.pictureComparisons.compare(
      viewer,
      { file: reference.file?.file ?? null, imageId: reference.imageId ?? null },
      { file: query.file?.file ?? null, imageId: query.imageId ?? null },
      { signal, settings: settings ?? {}, baseline: baseline ?? undefined },
    ),
});
