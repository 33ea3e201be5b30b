/** Words that the shapes of answers are made of, pages of lists and what narrows them. */
import { z } from 'zod';
import { badInput } from '../../kernel/errors.js';
import type { EngineCall } from './call.js';
import { readMetadataFilter } from '../../engine/references/metadata-filter.js';
import type { Parameters } from '../shared/parameters.js';

const DEFAULT_PAGE_SIZE = 100;
const MAX_PAGE_SIZE = 1000;

/** What `?first=` asks for. @throws LoupeError BAD_USER_INPUT */
export function pageSize(call: EngineCall): number {
  const size = call.query.wholeNumber('first') ?? DEFAULT_PAGE_SIZE;
  if (size >= 1 && size <= MAX_PAGE_SIZE) return size;
  throw badInput('first', `must be a whole number from 1 to ${MAX_PAGE_SIZE}`);
}

/** Where a page of a list ends. */
export const pageInfo = z.object({ endCursor: z.string().nullable(), hasNextPage: z.boolean() });

/** What narrows lists and searches, as parameters of the engine's management interface. */
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

/** When something was made and last changed. */
export const dates = { dateCreated: z.iso.datetime(), dateModified: z.iso.datetime() };
export const share = z.number().min(0).max(1);

interface Dated {
  readonly dateCreated: Date;
  readonly dateModified: Date;
}

export const datesOf = ({ dateCreated, dateModified }: Dated) => ({
  dateCreated: dateCreated.toISOString(),
  dateModified: dateModified.toISOString(),
});
