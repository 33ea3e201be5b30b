/** Finds elements by what readers and editors know of them: names, titles, actions, what these open, and words that are printed. */
import { requireIdentity, requireReach, hasRoleFor } from '../access/access.js';
import type { Viewer } from '../access/viewer.js';
import { digitsOf, foldedForms, isNumber, targetsOf } from '../kernel/action-targets.js';
import type { Database, EntityManager } from '../db/database.js';
import { badInput, forbidden } from '../kernel/errors.js';
import { idsOnPath } from '../tree/node-path.js';
import { Node, type NodeType } from '../tree/node.entity.js';
import { placeOnPage } from '../documents/page-texts/page-text.js';
import type { FractionBox } from '../engine-host/types.js';
import { isId } from '../kernel/ids.js';
import { requireLetters } from './search.rules.js';
import {
  countFound,
  type FoundPart,
  type FoundPlace,
  type MatchRow,
  placeOf,
  readFound,
  readMatches,
  type SearchField,
  searchFields,
  type TextQuery,
} from './text-search.rows.js';

export interface TextSearch {
  /** Whole or part of a text, at least 2 letters. */
  readonly text: string;
  /** Where to look; everywhere when absent or null. */
  readonly fields?: readonly SearchField[] | null;
}

export interface TextMatch {
  readonly field: SearchField;
  /** null for names. */
  readonly languageCode: string | null;
  /** The name, the title, the name of the action, what it opens, or the words of the page around what was found. */
  readonly text: string;
  /** null for names, titles and texts of pages. */
  readonly actionId: string | null;
  /** Where it stands on the page, as fractions of it; null for what is not printed. */
  readonly box: FractionBox | null;
}

interface TextStep {
  readonly id: string;
  readonly type: NodeType;
  readonly name: string;
}

export interface TextHit {
  readonly id: string;
  readonly type: NodeType;
  /** From the viewer's organization to the element itself. */
  readonly path: readonly TextStep[];
  /** The first ten, the kinds in the order name, title, action, target, text of the page. */
  readonly matches: readonly TextMatch[];
  /** Where it stands in the list. */
  readonly place: FoundPlace;
}

const MOST_MATCHES = 10;

export class TextSearchService {
  constructor(private readonly database: Database) {}

  /**
   * Elements of the viewer's organization and below: whole texts first, then beginnings, then the rest, each by name. What
   * lies in the trash is not found.
   *
   * @throws LoupeError UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT (fewer than 2 letters)
   */
  async page(viewer: Viewer, search: TextSearch, part: FoundPart): Promise<readonly TextHit[]> {
    const query = this.queryOf(viewer, search);
    const { database } = this;
    const rows = await readFound(database, query, part);
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    const matches = await readMatches(database, query, ids, MOST_MATCHES);
    const paths = await pathsOf(database.reader(), query.base, ids);
    return rows.map(({ id, type, rank, sortKey }) => ({
      id,
      type,
      path: paths.get(id) ?? [],
      matches: matches.filter(({ nodeId }) => nodeId === id).map((row) => toMatch(row, query.folded)),
      place: [rank, sortKey, id],
    }));
  }

  /** How many elements there are on all pages. @throws LoupeError as `page` */
  async count(viewer: Viewer, search: TextSearch): Promise<number> {
    return countFound(this.database, this.queryOf(viewer, search));
  }

  /** Where an element stands in the list. @throws LoupeError as `page`, BAD_USER_INPUT when it is not in it */
  async placeOf(viewer: Viewer, search: TextSearch, field: string, id: string): Promise<FoundPlace> {
    const query = this.queryOf(viewer, search);
    const place = isId(id) ? await placeOf(this.database, query, id.toLowerCase()) : null;
    if (place !== null) return place;
    throw badInput(field, 'is no longer found by this search; start again');
  }

  private queryOf(viewer: Viewer, { text, fields }: TextSearch): TextQuery {
    requireIdentity(viewer);
    const place = { id: '', path: requireReach(viewer) };
    if (!hasRoleFor(viewer, 'content:read', place)) throw forbidden('search everything');
    if (fields?.length === 0) throw badInput('fields', 'must name at least one, or be left out');
    const folded = requireLetters('text', text);
    return {
      base: place.path,
      organizationId: 'organizationId' in viewer ? viewer.organizationId : null,
      folded,
      fields: [...new Set(fields ?? fieldsFor(folded))],
      isPostgres: this.database.isShared,
    };
  }
}

/** Two letters stand on every page. */
const LEAST_LETTERS_OF_PAGES = 3;

const fieldsFor = (folded: string): readonly SearchField[] =>
  [...folded].length < LEAST_LETTERS_OF_PAGES
    ? searchFields.filter((field) => field !== 'PageText')
    : searchFields;

function toMatch({ field, languageCode, id, text, type, content }: MatchRow, folded: string): TextMatch {
  const nowhere = { actionId: null, box: null };
  if (field === 'Name') return { field, languageCode: null, text, ...nowhere };
  if (field === 'Title') return { field, languageCode, text, ...nowhere };
  if (field === 'PageText') {
    const place = placeOnPage(content ?? '', folded);
    return { field, languageCode: null, text: place?.text ?? text, actionId: null, box: place?.box ?? null };
  }
  if (field === 'ActionName') return { field, languageCode, text, actionId: id, box: null };
  const wanted = isNumber(folded) ? [folded, digitsOf(folded)] : [folded];
  const targets = targetsOf(type ?? '', content ?? '');
  const target = targets.find((each) =>
    foldedForms(each).some((form) => wanted.some((text) => form.includes(text))),
  );
  return { field, languageCode, text: target ?? targets[0] ?? text, actionId: id, box: null };
}

async function pathsOf(
  em: EntityManager,
  base: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly TextStep[]>> {
  const found = await em.find(Node, { id: { $in: [...ids] } }, { disableIdentityMap: true });
  const above = new Set(idsOnPath(base).slice(0, -1));
  const idsOf = (path: string) => idsOnPath(path).filter((id) => !above.has(id));
  const steps = new Set(found.flatMap(({ path }) => idsOf(path)));
  const nodes = await em.find(Node, { id: { $in: [...steps] } }, { disableIdentityMap: true });
  const byId = new Map(nodes.map(({ id, type, name }) => [id, { id, type, name }]));
  return new Map(
    found.map(({ id, path }) => [id, idsOf(path).flatMap((step) => byId.get(step) ?? [])] as const),
  );
}
