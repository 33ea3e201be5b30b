/** What narrows lists and searches, as parameters of the engine's management interface. */
import { readMetadataFilter } from '../../engine/references/metadata-filter.js';
import type { Parameters } from '../shared/parameters.js';

export const filterTexts = {
  keywords: 'Only references that hold it; repeat the parameter for more that all have to be held',
  anyKeywords: 'Only references that hold it or another of these; repeat the parameter for more',
  noKeywords: 'Only references that do not hold it; repeat the parameter for more',
  metadata:
    'Only references whose metadata is so, a JSON object: {"language": "de"} is equal, {"language": ["de", "fr"]} one of them, {"price": {"from": 10, "below": 20}} a range (from, above, to, below)',
  idPrefix: 'Only references whose id begins so; case counts',
};

/**
 * @param keywordNames parameters that name keywords which all have to be held
 * @throws LoupeError BAD_USER_INPUT
 */
export function filterOf(parameters: Parameters, keywordNames: readonly string[] = ['keywords']) {
  const metadata = parameters.get('metadata');
  const given = keywordNames.map((name) => parameters.list(name));
  return {
    keywords: given.every((list) => list === undefined) ? undefined : given.flatMap((list) => list ?? []),
    anyKeywords: parameters.list('anyKeywords'),
    noKeywords: parameters.list('noKeywords'),
    metadata: metadata === null ? undefined : readMetadataFilter(metadata),
    idPrefix: parameters.get('idPrefix') ?? undefined,
  };
}
