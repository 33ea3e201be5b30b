/** Wires search. */
import type { Database } from '../db/database.js';
import { TextSearchService } from '../text-search/text-search.service.js';
import { SearchService, type SearchServiceParts } from '../text-search/search.service.js';

export interface SearchServices {
  readonly search: SearchService;
  readonly textSearch: TextSearchService;
}

export function createSearch(
  database: Database,
  { organizations, documents, users }: Omit<SearchServiceParts, 'database'>,
): SearchServices {
  return {
    search: new SearchService({ database, organizations, documents, users }),
    textSearch: new TextSearchService(database),
  };
}
