/** Many changes at once: all are made, or none, and each error names its place in the list. */
import type { Viewer } from '../../access/viewer.js';
import type { ActionInput, ActionPatch, ActionService } from '../../content/actions/action.service.js';
import type { TitleInput, TitlePatch, TitleService } from '../../content/titles/title.service.js';
import type { Database } from '../../db/database.js';
import { badInput, LoupeError } from '../../kernel/errors.js';
import type { DocumentService } from '../document.service.js';
import type { ImageService } from '../pages/image.service.js';
import type { NodeChangesService } from './node-changes.service.js';

interface TitleChange {
  readonly nodeId: string;
  readonly languageCode: string;
  readonly patch: TitlePatch;
}

/** One of its members is given. */
export interface Change {
  readonly setTitle?: TitleInput | null | undefined;
  readonly updateTitle?: TitleChange | null | undefined;
  readonly createAction?: ActionInput | null | undefined;
  readonly updateAction?: { readonly id: string; readonly patch: ActionPatch } | null | undefined;
  readonly deleteAction?: string | null | undefined;
  readonly move?: { readonly id: string; readonly parentId: string } | null | undefined;
  readonly rename?: { readonly id: string; readonly name: string } | null | undefined;
  readonly setStatus?: { readonly id: string; readonly status: string } | null | undefined;
}

const MAX_CHANGES = 1000;

/** The most errors in one answer; the next try shows the others. */
const MAX_MISTAKES = 50;

export interface ChangesOptions {
  /** Changes of one call. */
  readonly most?: number;
  /** Names a change in problems. @param at its place in the list, counted from 0 */
  readonly placeOf?: (at: number) => string;
}

export interface ChangesParts {
  readonly database: Database;
  readonly titles: TitleService;
  readonly actions: ActionService;
  readonly documents: DocumentService;
  readonly images: ImageService;
  readonly nodeChanges: NodeChangesService;
}

export class ChangesService {
  constructor(private readonly parts: ChangesParts) {}

  /**
   * @returns for each change the id of the title, action or element that it made, changed or removed
   * @throws LoupeError with fields such as `changes.3.languageCode`; its code is that of the first mistake
   */
  async apply(
    viewer: Viewer,
    changes: readonly Change[],
    { most = MAX_CHANGES, placeOf = (at: number) => `changes.${at}` }: ChangesOptions = {},
  ): Promise<readonly string[]> {
    if (changes.length > most) throw badInput('changes', `must be at most ${most}`);
    return this.parts.database.together(async () => {
      const ids: string[] = [];
      const mistakes: Mistake[] = [];
      for (const [at, change] of changes.entries()) {
        try {
          ids.push(await this.applyOne(viewer, change));
        } catch (error) {
          if (!(error instanceof LoupeError)) throw error;
          mistakes.push({ at, error });
          if (mistakes.length >= MAX_MISTAKES) break;
        }
      }
      if (mistakes.length > 0) throw withPlaces(mistakes, placeOf);
      return ids;
    });
  }

  private async applyOne(viewer: Viewer, change: Change): Promise<string> {
    const { titles, actions, nodeChanges } = this.parts;
    const { setTitle, updateTitle, createAction, updateAction, deleteAction, move, rename, setStatus } =
      change;
    const given = Object.values(change).filter((member) => member !== null && member !== undefined);
    if (given.length !== 1) throw badInput('change', 'must hold exactly one member');
    if (setTitle != null) return (await titles.post(viewer, setTitle)).id;
    if (updateTitle != null) {
      const { nodeId, languageCode, patch } = updateTitle;
      return (await titles.patch(viewer, nodeId, languageCode, patch)).id;
    }
    if (createAction != null) return (await actions.create(viewer, createAction)).id;
    if (updateAction != null) return (await actions.patch(viewer, updateAction.id, updateAction.patch)).id;
    if (move != null) {
      await nodeChanges.update(viewer, move.id, { parentId: move.parentId });
      return move.id;
    }
    if (rename != null) {
      await nodeChanges.update(viewer, rename.id, { name: rename.name });
      return rename.id;
    }
    if (setStatus != null) return this.setStatus(viewer, setStatus);
    await actions.delete(viewer, deleteAction ?? '');
    return deleteAction ?? '';
  }

  /** Of a document, or of a page. */
  private async setStatus(
    viewer: Viewer,
    { id, status }: { readonly id: string; readonly status: string },
  ): Promise<string> {
    const { documents, images } = this.parts;
    try {
      await documents.patch(viewer, id, { status });
    } catch (error) {
      if (!(error instanceof LoupeError) || error.code !== 'NOT_FOUND') throw error;
      await images.patch(viewer, id, { status });
    }
    return id;
  }
}

interface Mistake {
  readonly at: number;
  readonly error: LoupeError;
}

function withPlaces(mistakes: readonly Mistake[], placeOf: (at: number) => string): LoupeError {
  const fields = Object.fromEntries(
    mistakes.flatMap(({ at, error }): [string, readonly string[]][] => {
      const own = Object.entries(error.fields);
      if (own.length === 0) return [[placeOf(at), [error.message]]];
      return own.map(([field, messages]) => [`${placeOf(at)}.${field}`, messages]);
    }),
  );
  const text = mistakes.map(({ at, error }) => `${placeOf(at)}: ${error.message}`);
  const code = mistakes[0]?.error.code ?? 'BAD_USER_INPUT';
  return new LoupeError(code, `Nothing was changed. ${text.join('; ')}`, fields);
}
