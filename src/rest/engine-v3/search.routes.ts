/** Searches, explanations and comparisons. */
import { requireBaseline, type PairOptions } from '../../engine/search/pair-comparison.js';
import { isNarrowed } from '../../engine/search/reference-filter.js';
import { badInput } from '../../kernel/errors.js';
import type { EngineCall } from './call.js';
import { requireFineForm, fineTexts } from '../shared/fine-settings.js';
import type { FormParameters } from '../shared/form-parameters.js';
import { filterOf, filterTexts } from './shapes.js';
import { imageUrlText, sourceOf, withEngineForm } from './form.js';
import { comparisonView } from './comparison.view.js';
import type { EngineRoute } from './route.js';
import { explanationView, searchView } from './search.view.js';

const findMirrored = 'true also recognizes mirror images of references';
const secondTry =
  'false for one look alone; unless set, a closer look follows where the first recognizes nothing';
const threshold = 'Strictness of the decision, 0 to 1; 0.5 is the shipped one';

function rangeOf({ request, signal }: EngineCall, form: FormParameters) {
  return {
    ...filterOf(form),
    ids: form.list('ids'),
    limit: form.wholeNumber('limit'),
    offset: form.wholeNumber('offset'),
    threshold: form.decimal('threshold'),
    colorWeightPercent: form.wholeNumber('colorWeightPercent'),
    findMirrored: form.flag('findMirrored') ?? false,
    secondTry: form.flag('secondTry'),
    stream: { id: form.get('streamId'), address: request.ip },
    includeRejected: form.flag('includeRejected') ?? false,
    signal,
  };
}

function pairOptionsOf({ signal }: EngineCall, form: FormParameters): PairOptions {
  return {
    threshold: form.decimal('threshold'),
    findMirrored: form.flag('findMirrored') ?? false,
    secondTry: form.flag('secondTry'),
    signal,
  };
}

export const searchRoutes: readonly EngineRoute[] = [
  {
    method: 'POST',
    path: '/applications/:id/search',
    summary:
      'Search by an image, a DNA, a reference or colors, or by keywords, metadata or the beginning of ids alone',
    key: 'query',
    status: 200,
    texts: {
      dna: 'Signature instead of an image, base64',
      imageUrl: imageUrlText,
      imageId: 'A reference to search by',
      colors: 'A wanted color, <hex> or <hex>@<percentage>; repeat the part for more',
      ...filterTexts,
      ids: 'An id that results are restricted to; repeat the part for more',
      limit: 'Results on the page, 1 to 1000; 10 by default',
      offset: 'Place of the first result, from 0',
      threshold,
      colorWeightPercent: 'Importance of color in similarity applications, 0 to 100',
      findMirrored,
      secondTry,
      streamId:
        'Names the stream of a camera whose frames are searched for one after the other: the first is looked at quickly, the next ones closer once in two seconds',
      includeRejected:
        'true also lists the nearest candidates that were not recognized, after those that were',
    },
    files: { image: 'JPEG, PNG, GIF, TIFF, WebP, AVIF or BMP' },
    answer: searchView.shape,
    handle: async (call) => {
      const application = await call.application();
      const { referenceSearch } = call.services;
      return withEngineForm(call, ['image'], async (form) => {
        const range = rangeOf(call, form);
        const source = await sourceOf(form);
        const imageId = form.get('imageId');
        const colors = form.list('colors');
        const isSource = source.image !== undefined || source.dna !== undefined;
        if ([isSource, imageId !== null, colors !== undefined].filter(Boolean).length > 1) {
          throw badInput('image', 'give one of image (or dna), imageId and colors');
        }
        if (isSource) return searchView.of(await referenceSearch.search(application, source, range));
        if (imageId !== null)
          return searchView.of(await referenceSearch.searchById(application, imageId, range));
        if (colors !== undefined)
          return searchView.of(await referenceSearch.searchByColors(application, colors, range));
        if (isNarrowed(range))
          return searchView.of(await referenceSearch.searchByKeywords(application, range));
        return searchView.of(await referenceSearch.search(application, source, range));
      });
    },
  },
  {
    method: 'POST',
    path: '/applications/:id/explain',
    summary: 'Why a picture matches a reference or not: matched points, box and an overlay picture',
    key: 'query',
    status: 200,
    texts: {
      'imageId*': 'The reference',
      dna: 'Signature instead of an image, base64',
      imageUrl: imageUrlText,
      threshold,
      findMirrored,
      secondTry,
    },
    files: { image: 'JPEG, PNG, GIF, TIFF, WebP, AVIF or BMP' },
    answer: explanationView.shape,
    handle: async (call) => {
      const application = await call.application();
      return withEngineForm(call, ['image'], async (form) => {
        const explained = await call.services.explanations.explain(
          application,
          form.required('imageId'),
          await sourceOf(form),
          pairOptionsOf(call, form),
        );
        return explanationView.of(explained);
      });
    },
  },
  {
    method: 'POST',
    path: '/applications/:id/compare',
    summary: 'Compare two pictures without storing them',
    key: 'query',
    status: 200,
    texts: {
      fine: 'true also reports what differs in detail',
      ...fineTexts,
      threshold,
      findMirrored,
      secondTry,
      baseline:
        'orb also matches both by OpenCV’s ORB and findHomography, to set beside the answer of recognition',
    },
    files: { 'reference*': 'The first picture', 'query*': 'The second picture' },
    answer: comparisonView.shape,
    handle: async (call) => {
      const application = await call.application();
      return withEngineForm(call, ['reference', 'query'], async (form) => {
        const [reference, query] = [form.requiredFile('reference'), form.requiredFile('query')];
        const { explanations, comparisons, applicationCounters } = call.services;
        const settings = requireFineForm(form, 'camel');
        const pair = await explanations.compare(application, reference, query, {
          ...pairOptionsOf(call, form),
          baseline: requireBaseline(form.get('baseline')),
        });
        const isFine = form.flag('fine') ?? false;
        const fine = isFine
          ? await comparisons.compareBytes(
              await reference.bytes(),
              await query.bytes(),
              call.signal,
              settings,
            )
          : null;
        applicationCounters.note(application.id, 'comparisons');
        return comparisonView.of(pair, fine);
      });
    },
  },
];
