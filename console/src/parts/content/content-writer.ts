/** Where changes of titles and actions go: to readers at once, or into the draft of the document. */
import { useMemo } from 'react';
import { type Client, useClient } from 'urql';
import { change, type Outcome } from '../../api/change';
import type { VariablesOf } from '../../api/graphql';
import { draftWriter, type Saved } from '../drafts/draft-writer';
import {
  applyActionChanges,
  createAction,
  deleteAction,
  setTitle,
  updateAction,
  updateTitle,
} from './documents';

type ActionInput = VariablesOf<typeof createAction>['input'];
type TitlePatch = VariablesOf<typeof updateTitle>['patch'];
type ActionPatch = VariablesOf<typeof updateAction>['patch'];
type Change = VariablesOf<typeof applyActionChanges>['changes'][number];

interface TitlePlace {
  readonly nodeId: string;
  readonly languageCode: string;
}

export interface ContentWriter {
  /** Whether changes are collected in a draft. */
  readonly isDraft: boolean;
  readonly setTitle: (place: TitlePlace, value: string, ifVersion: string | null) => Promise<Outcome<Saved>>;
  /** Its style and its times. */
  readonly updateTitle: (
    place: TitlePlace,
    patch: TitlePatch,
    ifVersion: string | null,
  ) => Promise<Outcome<Saved>>;
  readonly createAction: (input: ActionInput) => Promise<Outcome<Saved>>;
  readonly updateAction: (
    id: string,
    patch: ActionPatch,
    ifVersion: string | null,
  ) => Promise<Outcome<Saved>>;
  readonly deleteAction: (id: string, ifVersion: string | null) => Promise<Outcome<unknown>>;
  /** All of them or none; answers the ids of their elements, in order. */
  readonly apply: (changes: readonly Change[]) => Promise<Outcome<readonly string[]>>;
}

/** @param draftOf the document whose draft it is; null where there is none */
export function useContentWriter(draftOf: string | null): ContentWriter {
  const client = useClient();
  return useMemo(
    () => (draftOf === null ? writerAtOnce(client) : writerOfDraft(client, draftOf)),
    [client, draftOf],
  );
}

function writerAtOnce(client: Client): ContentWriter {
  return {
    isDraft: false,
    setTitle: async (place, value, ifVersion) => change(client, setTitle, { ...place, value, ifVersion }),
    updateTitle: async (place, patch, ifVersion) =>
      change(client, updateTitle, { ...place, patch, ifVersion }),
    createAction: async (input) => change(client, createAction, { input }),
    updateAction: async (id, patch, ifVersion) => change(client, updateAction, { id, patch, ifVersion }),
    deleteAction: async (id, ifVersion) => change(client, deleteAction, { id, ifVersion }),
    apply: async (changes) => {
      const outcome = await change(client, applyActionChanges, { changes: [...changes] });
      return outcome.isDone ? { isDone: true, value: outcome.value.ids } : outcome;
    },
  };
}

function writerOfDraft(client: Client, documentId: string): ContentWriter {
  const { edit, editOne } = draftWriter(client, documentId);
  const write = async (made: Change, ifVersion: string | null = null) => editOne({ change: made, ifVersion });
  return {
    isDraft: true,
    setTitle: async (place, value, ifVersion) => write({ setTitle: { ...place, value } }, ifVersion),
    updateTitle: async (place, patch, ifVersion) => write({ updateTitle: { ...place, patch } }, ifVersion),
    createAction: async (input) => write({ createAction: input }),
    updateAction: async (id, patch, ifVersion) => write({ updateAction: { id, patch } }, ifVersion),
    deleteAction: async (id, ifVersion) => write({ deleteAction: id }, ifVersion),
    apply: async (changes) => {
      const outcome = await edit(changes.map((made) => ({ change: made })));
      return outcome.isDone ? { isDone: true, value: outcome.value.edited.map(({ id }) => id) } : outcome;
    },
  };
}
