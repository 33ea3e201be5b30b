/** Filters of the library that users keep under a name: their own, on every device. */
import type { UserViewer, Viewer } from '../../access/viewer.js';
import type { Database } from '../../db/database.js';
import type { ActivityStatus } from '../../documents/document.entity.js';
import { badInput, LoupeError, notFound } from '../../kernel/errors.js';
import { isId, newId } from '../../kernel/ids.js';
import { foldText } from '../../kernel/text-fold.js';
import { shown } from '../../tree/guarded-nodes.js';
import type { NodeOrder } from '../../tree/node-path.js';
import { SavedFilter } from './saved-filter.entity.js';

export type SavedFilterView = Readonly<SavedFilter>;

export interface SavedFilterInput {
  readonly name: string;
  readonly nameContains: string;
  readonly status: ActivityStatus | null;
  readonly updatedWithinDays: number | null;
  readonly isRecursive: boolean;
  readonly order: NodeOrder;
}

/** Filters of one user. */
const MOST_FILTERS = 50;
const MOST_NAME_CHARACTERS = 80;
const MOST_SEARCH_CHARACTERS = 200;
const MOST_DAYS = 3650;

export class SavedFilterService {
  constructor(private readonly database: Database) {}

  /** Those of the viewer, by name. @throws LoupeError UNAUTHENTICATED, FORBIDDEN to programs */
  async list(viewer: Viewer): Promise<readonly SavedFilterView[]> {
    const { userId } = requirePerson(viewer);
    return this.database.reader().find(SavedFilter, { userId }, { orderBy: { nameKey: 'asc' } });
  }

  /**
   * Keeps a filter; one of the same name is replaced.
   *
   * @throws LoupeError UNAUTHENTICATED, FORBIDDEN to programs, BAD_USER_INPUT: also for one filter too many
   */
  async save(viewer: Viewer, input: SavedFilterInput): Promise<SavedFilterView> {
    const { userId } = requirePerson(viewer);
    const name = input.name.trim();
    if (name === '' || name.length > MOST_NAME_CHARACTERS)
      throw badInput('name', `must have 1 to ${MOST_NAME_CHARACTERS} characters`);
    if (input.nameContains.length > MOST_SEARCH_CHARACTERS)
      throw badInput('nameContains', `must have at most ${MOST_SEARCH_CHARACTERS} characters`);
    const days = input.updatedWithinDays;
    if (days !== null && (!Number.isInteger(days) || days < 1 || days > MOST_DAYS))
      throw badInput('updatedWithinDays', `must be a whole number from 1 to ${MOST_DAYS}`);
    const nameKey = foldText(name);
    const { nameContains, status, isRecursive, order } = input;
    const kept = {
      ...{ userId, name, nameKey, nameContains, status, isRecursive, updatedWithinDays: days },
      ...{ orderField: order.field, orderDirection: order.direction },
    };
    return this.database.transaction(async ({ em }) => {
      const own = await em.find(SavedFilter, { userId });
      const earlier = own.find((each) => each.nameKey === nameKey);
      if (earlier === undefined && own.length >= MOST_FILTERS)
        throw badInput('name', `would be your filter number ${MOST_FILTERS + 1}; remove one first`);
      const filter =
        earlier === undefined ? em.create(SavedFilter, { id: newId(), ...kept }) : em.assign(earlier, kept);
      await em.flush();
      return filter;
    });
  }

  /** @throws LoupeError UNAUTHENTICATED, FORBIDDEN to programs, NOT_FOUND: also for that of another user */
  async remove(viewer: Viewer, id: string): Promise<void> {
    const { userId } = requirePerson(viewer);
    await this.database.transaction(async ({ em }) => {
      const gone = isId(id) ? await em.nativeDelete(SavedFilter, { id: id.toLowerCase(), userId }) : 0;
      if (gone === 0) throw notFound(`Filter ${shown(id)}`);
    });
  }
}

/** @throws LoupeError UNAUTHENTICATED, FORBIDDEN */
function requirePerson(viewer: Viewer): UserViewer {
  if (viewer.kind === 'user') return viewer;
  if (viewer.kind === 'machine' || viewer.kind === 'operator')
    throw new LoupeError('FORBIDDEN', 'Filters are kept for people who have logged in, not for programs.');
  throw new LoupeError('UNAUTHENTICATED', 'Log in first (mutation login), then send its token.');
}
