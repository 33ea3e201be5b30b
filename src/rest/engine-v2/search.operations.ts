/** Searches. */
import { LoupeError } from '../../kernel/errors.js';
import type { Application } from '../../engine/application.entity.js';
import type { SearchRange } from '../../engine/search/search.rules.js';
import type { ReferenceHit, SearchPage } from '../../engine/views.js';
import { type EngineCall, type EngineMembers, type EngineOperation, NO_ERROR } from './operation.js';
import type { FormParameters } from '../shared/form-parameters.js';
import { localMatching, round, similarity } from './result-info.js';

export const nothingFound: EngineMembers = { nb_results_found: 0, images: [] };

/** Keywords and ids that restrict an operation. */
export function restriction(parameters: FormParameters): Pick<SearchRange, 'keywords' | 'ids'> {
  const ids = parameters.get('ids_list');
  return {
    keywords: parameters.list('keywords') ?? [],
    ids: ids === null ? undefined : ids.split(';').filter((id) => id !== ''),
  };
}

function searchRange({ parameters, address, signal }: EngineCall): SearchRange {
  return {
    ...restriction(parameters),
    limit: parameters.wholeNumber('nb_results'),
    offset: parameters.wholeNumber('starting_index'),
    threshold: parameters.decimal('threshold'),
    colorWeightPercent: parameters.wholeNumber('color_weight'),
    findMirrored: parameters.flag('mirrored'),
    secondTry: parameters.flag('second_try'),
    stream: { id: parameters.get('stream_id'), address },
    includeRejected: parameters.flag('include_rejected'),
    signal,
  };
}

function searchMembers(application: Application, { total, hits }: SearchPage): EngineMembers {
  return {
    nb_results_found: total,
    images: hits.map((hit) => ({
      keywords: hit.keywords,
      score: round(hit.distance, 4),
      id: hit.id,
      result_info: resultInfo(application, hit),
    })),
  };
}

function resultInfo({ kind }: Application, { match, similarity: scores }: ReferenceHit): string {
  if (match !== null) return localMatching(kind, match);
  return scores === null ? '' : similarity(scores);
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
  search('SearchImageByUpload', async (call, application) => {
    const { parameters, services } = call;
    const image = parameters.file('image_content');
    const dna = await parameters.dna();
    if (image === undefined && dna === undefined) {
      throw new LoupeError('MISSING_PARAMETER', 'image_content is missing; send it as a file part.');
    }
    const source = { image, dna };
    return services.referenceSearch.search(application, source, searchRange(call));
  }),
  search('SearchImageByDna', async (call, application) => {
    const { parameters, services } = call;
    const dna = await parameters.dna();
    if (dna === undefined) throw new LoupeError('MISSING_PARAMETER', 'dna is missing.');
    const source = { image: parameters.file('image_content'), dna };
    return services.referenceSearch.search(application, source, searchRange(call));
  }),
  search('SearchImageById', async (call, application) =>
    call.services.referenceSearch.searchById(
      application,
      call.parameters.required('image_id'),
      searchRange(call),
    ),
  ),
  search('SearchImageByKeywords', async (call, application) =>
    call.services.referenceSearch.searchByKeywords(application, searchRange(call)),
  ),
  search('SearchImageByColors', async (call, application) =>
    call.services.referenceSearch.searchByColors(
      application,
      call.parameters.list('colors') ?? [],
      searchRange(call),
    ),
  ),
];
