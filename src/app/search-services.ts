/** Wires search. */
import type { Database } from '../db/database.js';
import { SearchService, type SearchServiceParts } from '../search/search.service.js';

export interface SearchServices {
  readonly search: SearchService;
}

export function createSearch(
  database: Database,
  { organizations, documents, users }: Omit<SearchServiceParts, 'database'>,
): SearchServices {
  return { search: new SearchService({ database, organizations, documents, users }) };
}
