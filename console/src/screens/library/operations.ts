/** Operations on elements of the library. Each ends in a short message with an Undo. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { change, type Outcome } from '../../api/change';
import { treeChanged } from '../../api/tree-changes';
import { useTell } from '../../parts/tell';
import { applyChanges, type LibraryItem, restore, trashDocument, trashFolder } from './documents';

interface LibraryOperations {
  /** Moves all of them, or none. */
  readonly move: (items: readonly LibraryItem[], parentId: string, placeName: string) => Promise<boolean>;
  /** Activates or deactivates documents, all or none. */
  readonly setStatus: (ids: readonly string[], status: 'ACTIVE' | 'INACTIVE') => Promise<boolean>;
  readonly throwAway: (items: readonly LibraryItem[]) => Promise<boolean>;
}

export function useLibraryOperations(): LibraryOperations {
  const client = useClient();
  const { t } = useTranslation('library');
  const { tellDone, tellProblem } = useTell();
  return useMemo(() => {
    const finish = <Value>(outcome: Outcome<Value>, done: () => void): boolean => {
      if (outcome.isDone) done();
      else tellProblem(outcome.problem);
      treeChanged();
      return outcome.isDone;
    };
    const moveAll = (moves: readonly { readonly id: string; readonly parentId: string }[]) =>
      change(client, applyChanges, { changes: moves.map((move) => ({ move })) });
    /** Tries each of them, the last that was thrown away first. @returns the first refusal, if there was one */
    const restoreAll = async (ids: readonly string[]) => {
      const outcomes: Outcome<unknown>[] = [];
      for (const id of ids) outcomes.push(await change(client, restore, { id }));
      treeChanged();
      return outcomes.find(({ isDone }) => !isDone) ?? ({ isDone: true, value: null } as const);
    };
    return {
      move: async (items, parentId, placeName) => {
        const outcome = await moveAll(items.map(({ id }) => ({ id, parentId })));
        return finish(outcome, () => {
          const back = items.flatMap(({ id, parentId: before }) =>
            before === null ? [] : [{ id, parentId: before }],
          );
          tellDone(t('done.moved', { count: items.length, place: placeName }), {
            undo: async () => {
              const undone = await moveAll(back);
              treeChanged();
              return undone;
            },
          });
        });
      },
      setStatus: async (ids, status) => {
        const changes = ids.map((id) => ({ setStatus: { id, status } }));
        return finish(await change(client, applyChanges, { changes }), () =>
          tellDone(t(`done.${status}`, { count: ids.length })),
        );
      },
      throwAway: async (items) => {
        const gone: string[] = [];
        for (const { __typename, id } of items) {
          const outcome =
            __typename === 'Folder'
              ? await change(client, trashFolder, { id })
              : await change(client, trashDocument, { id });
          if (!outcome.isDone) {
            tellProblem(outcome.problem);
            break;
          }
          gone.push(id);
        }
        treeChanged();
        if (gone.length > 0) {
          const name = items[0]?.name.slice(0, 80) ?? '';
          tellDone(t('done.trashed', { count: gone.length, name }), {
            of: [...gone],
            undo: async () => restoreAll(gone.toReversed()),
          });
        }
        return gone.length === items.length;
      },
    };
  }, [client, t, tellDone, tellProblem]);
}
