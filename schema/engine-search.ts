/** Asking applications: mutations, because they take pictures and are counted. */
import { badInput } from '../src/errors.js';
import { builder } from './builder.js';
import { ComparisonType, ExplanationType, SearchPageType } from './engine-match.js';
import { given, withPicture, withUpload } from './inputs.js';
import { asData, problems } from './problems.js';

const SearchInput = builder.inputType('ReferenceSearchInput', {
  description: 'What a search is restricted to, and which page of it is wanted.',
  fields: (t) => ({
    keywords: t.stringList({ description: 'Keywords that results must all hold.' }),
    ids: t.idList({ description: 'Ids that results are restricted to.' }),
    limit: t.int({ description: 'Results on the page, 1–1000.' }),
    offset: t.int({ description: 'Place of the first result, from 0.' }),
    threshold: t.float({ description: 'Strictness of the decision, 0–1.' }),
    colorWeightPercent: t.int({ description: 'Importance of color in similarity applications, 0–100.' }),
    findMirrored: t.boolean({ description: 'Also recognize mirror images of references.' }),
  }),
});

builder.mutationFields((t) => ({
  searchReferences: t.field({
    type: SearchPageType,
    description:
      'Searches by exactly one of a picture (or its signature), a reference or colors, or by keywords alone.',
    errors: { types: problems },
    args: {
      applicationId: t.arg.id({ required: true, description: 'Guid of the application.' }),
      image: t.arg({ type: 'Upload', description: 'JPEG, PNG or GIF.' }),
      dna: t.arg.string({ description: 'In place of an image: its signature, base64.' }),
      referenceId: t.arg.id({ description: 'A reference to search by.' }),
      colors: t.arg.stringList({ description: 'Wanted colors: <hex> or <hex>@<percentage>.' }),
      input: t.arg({ type: SearchInput, description: 'Restrictions and page.' }),
    },
    resolve: (_root, { applicationId, image, dna, referenceId, colors, input }, context) =>
      asData(async () => {
        const { services, viewer } = context;
        const application = await services.applications.open(viewer, applicationId);
        const range = { ...given(input ?? {}), signal: context.signal };
        if ([image ?? dna, referenceId, colors].filter((source) => source != null).length > 1) {
          throw badInput('image', 'give one of image (or dna), referenceId and colors');
        }
        const search = services.referenceSearch;
        if (referenceId != null) return search.searchById(application, referenceId, range);
        if (colors != null) return search.searchByColors(application, colors, range);
        if (image == null && dna == null) return search.searchByKeywords(application, range);
        return withPicture(context, { image, dna }, (source) => search.search(application, source, range));
      }),
  }),
  explainMatch: t.field({
    type: ExplanationType,
    description: 'Tells why a picture matches a reference, or not.',
    errors: { types: problems },
    args: {
      applicationId: t.arg.id({ required: true, description: 'Guid of the application.' }),
      referenceId: t.arg.id({ required: true, description: 'The reference.' }),
      image: t.arg({ type: 'Upload', description: 'JPEG, PNG or GIF.' }),
      dna: t.arg.string({ description: 'In place of an image: its signature, base64.' }),
      threshold: t.arg.float({ description: 'Strictness of the decision, 0–1.' }),
      findMirrored: t.arg.boolean({ description: 'Also recognize the mirror image.' }),
    },
    resolve: (_root, { applicationId, referenceId, image, dna, ...pair }, context) =>
      asData(async () => {
        const { services, viewer } = context;
        const application = await services.applications.open(viewer, applicationId);
        const options = { ...given(pair), signal: context.signal };
        return withPicture(context, { image, dna }, (source) =>
          services.explanations.explain(application, referenceId, source, options),
        );
      }),
  }),
  comparePictures: t.field({
    type: ComparisonType,
    description: 'Compares two pictures without storing them.',
    errors: { types: problems },
    args: {
      applicationId: t.arg.id({ required: true, description: 'The application that it is counted for.' }),
      reference: t.arg({ type: 'Upload', required: true, description: 'The first picture.' }),
      query: t.arg({ type: 'Upload', required: true, description: 'The second picture.' }),
      isFine: t.arg.boolean({ defaultValue: false, description: 'Also tell what differs in detail.' }),
      threshold: t.arg.float({ description: 'Strictness of the decision, 0–1.' }),
      findMirrored: t.arg.boolean({ description: 'Also recognize the mirror image.' }),
    },
    resolve: (_root, { applicationId, reference, query, isFine, ...options }, context) =>
      asData(async () => {
        const { services, viewer, signal } = context;
        const { id } = await services.applications.open(viewer, applicationId);
        return withUpload(context, reference, (first) =>
          withUpload(context, query, async (second) => {
            const pair = await services.explanations.compare(first, second, { ...given(options), signal });
            services.applicationCounters.note(id, 'comparisons');
            if (isFine !== true) return { pair, fine: null };
            const [a, b] = [await first.bytes(), await second.bytes()];
            return { pair, fine: await services.comparisons.compareBytes(a, b, signal) };
          }),
        );
      }),
  }),
}));
