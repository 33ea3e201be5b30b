/** Operations on the colors of pictures, and the fine comparison of two. */
import { LoupeError } from '../../kernel/errors.js';
import type { Application } from '../../engine/application.entity.js';
import { formatColor } from '../../engine-host/appearance/color.js';
import { type EngineCall, type EngineMembers, type EngineOperation, NO_ERROR } from './operation.js';
import { requireFineForm } from '../shared/fine-settings.js';
import { round } from './result-info.js';
import { restriction } from './search.operations.js';

/** The greatest score of a fine comparison. */
const MOST_DIFFERENT = 100;

function operation(
  name: string,
  failureMembers: EngineMembers,
  handle: (call: EngineCall, application: Application) => Promise<EngineMembers>,
): EngineOperation {
  return {
    name,
    families: ['query'],
    successMessage: NO_ERROR,
    failureMembers,
    handle: async (call) => {
      const key = call.parameters.required('application_key');
      return handle(call, await call.services.applications.byKey(key, 'query'));
    },
  };
}

export const appearanceOperations: readonly EngineOperation[] = [
  operation('GetImageColorsById', { colors: [] }, async ({ parameters, services }, application) => {
    const colors = await services.colors.ofReference(application, parameters.required('image_id'));
    return { colors: colors.map(formatColor) };
  }),
  operation(
    'GetImageColorsByUpload',
    { colors: [] },
    async ({ parameters, services, signal }, application) => {
      const image = parameters.file('image_content') ?? null;
      const colors = await services.colors.ofUpload(application, image, signal);
      return { colors: colors.map(formatColor) };
    },
  ),
  operation('GetPalette', { colors: [], image_count: [] }, async (call, application) => {
    const { parameters, services, signal } = call;
    const range = { ...restriction(parameters), signal };
    const palette = await services.colors.palette(application, parameters.wholeNumber('nb_colors'), range);
    return {
      colors: palette.map(({ hex }) => hex),
      image_count: palette.map(({ pictureCount }) => pictureCount),
    };
  }),
  operation(
    'FineComparison',
    // More means more difference, and clients read the score alone.
    { score: MOST_DIFFERENT, ref_image: '', query_image: '' },
    async ({ parameters, services, signal }, application) => {
      const reference = parameters.file('ref_image') ?? parameters.file('reference_image');
      const query = parameters.file('query_image');
      const missing = reference === undefined ? 'ref_image' : 'query_image';
      if (reference === undefined || query === undefined) {
        throw new LoupeError('MISSING_PARAMETER', `${missing} is missing; send it as a file part.`);
      }
      const { score, referenceJpeg, queryJpeg } = await services.comparisons.compareFinely(
        application,
        reference,
        query,
        signal,
        requireFineForm(parameters, 'snake'),
      );
      return {
        score: round(score, 4),
        ref_image: referenceJpeg.toString('base64'),
        query_image: queryJpeg.toString('base64'),
      };
    },
  ),
];
