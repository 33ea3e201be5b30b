/** Searches. */
import { badInput, LoupeError } from '../../errors.js';
import type { Application } from '../../engine/application.entity.js';
import type { SearchPage } from '../../engine/views.js';
import { dnaOf } from './dna.js';
import { type EngineCall, type EngineMembers, type EngineOperation, NO_ERROR } from './operation.js';
import type { EngineParameters } from './parameters.js';
import { resultInfo, round } from './result-info.js';

export const nothingFound: EngineMembers = { nb_results_found: 0, images: [] };

function searchRange(parameters: EngineParameters) {
  const colorWeight = parameters.wholeNumber('color_weight');
  if (colorWeight !== undefined && (colorWeight < 0 || colorWeight > 100)) {
    throw badInput('color_weight', 'must be a whole number from 0 to 100');
  }
  const ids = parameters.text('ids_list');
  return {
    keywords: parameters.list('keywords'),
    ids: ids === null ? undefined : ids.split(';').filter((id) => id !== ''),
    limit: parameters.wholeNumber('nb_results'),
    offset: parameters.wholeNumber('starting_index'),
    threshold: parameters.fraction('threshold'),
  };
}

function searchMembers(application: Application, { total, hits }: SearchPage): EngineMembers {
  return {
    nb_results_found: total,
    images: hits.map(({ id, keywords, match }) => ({
      keywords,
      score: match === null ? 0 : round(match.distance, 4),
      id,
      result_info: match === null ? '' : resultInfo(application.kind, match),
    })),
  };
}

function search(
  name: string,
  find: (call: EngineCall, application: Application) => Promise<SearchPage>,
): EngineOperation {
  return {
    name,
    families: ['query'],
    successMessage: NO_ERROR,
    failureMembers: nothingFound,
    handle: async (call) => {
      const key = call.parameters.required('application_key');
      const application = await call.services.applications.byKey(key, 'query');
      return searchMembers(application, await find(call, application));
    },
  };
}

export const searchOperations: readonly EngineOperation[] = [
  search('SearchImageByUpload', async ({ parameters, services }, application) => {
    const image = parameters.file('image_content');
    if (image === null) {
      throw new LoupeError('MISSING_PARAMETER', 'image_content is missing; send it as a file part.');
    }
    return services.references.search(application, { image }, searchRange(parameters));
  }),
  search('SearchImageByDna', async ({ parameters, services }, application) => {
    const dna = dnaOf(parameters);
    if (dna === null) throw new LoupeError('MISSING_PARAMETER', 'dna is missing.');
    return services.references.search(application, { dna }, searchRange(parameters));
  }),
  search('SearchImageById', async ({ parameters, services }, application) =>
    services.references.searchById(application, parameters.required('image_id'), searchRange(parameters)),
  ),
  search('SearchImageByKeywords', async ({ parameters, services }, application) =>
    services.references.searchByKeywords(application, searchRange(parameters)),
  ),
];
