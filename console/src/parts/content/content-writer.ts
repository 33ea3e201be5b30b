/** Where changes of titles and actions go: to readers at once, or into the draft of the document. */
import { useMemo } from 'react';
import { type Client, useClient } from 'urql';
import { change, type Outcome } from '../../api/change';
import type { VariablesOf } from '../../api/graphql';
import { changeDraft } from '../drafts/draft-documents';
import {
  applyActionChanges,
  createAction,
  deleteAction,
  setTitle,
  updateAction,
  updateTitleStyle,
} from './documents';

type ActionInput = VariablesOf<typeof createAction>['input'];
type ActionPatch = VariablesOf<typeof updateAction>['patch'];
type Edit = VariablesOf<typeof changeDraft>['edits'][number];
type Change = Edit['change'];

interface TitlePlace {
  readonly nodeId: string;
  readonly languageCode: string;
}

interface Saved {
  readonly id: string;
  readonly version: string;
}

export interface ContentWriter {
  /** Whether changes are collected in a draft. */
  readonly isDraft: boolean;
  readonly setTitle: (place: TitlePlace, value: string, ifVersion: string | null) => Promise<Outcome<Saved>>;
  readonly setTitleStyle: (
    place: TitlePlace,
    style: string | null,
    ifVersion: string | null,
  ) => Promise<Outcome<Saved>>;
  readonly createAction: (input: ActionInput) => Promise<Outcome<Saved>>;
  readonly updateAction: (
    id: string,
    patch: ActionPatch,
    ifVersion: string | null,
  ) => Promise<Outcome<Saved>>;
  readonly deleteAction: (id: string, ifVersion: string | null) => Promise<Outcome<unknown>>;
  /** All of them or none. */
  readonly apply: (changes: readonly Change[]) => Promise<Outcome<unknown>>;
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
    setTitle: async (place, value, ifVersion) =>
      change(client, setTitle, { input: { ...place, value }, ifVersion }),
    setTitleStyle: async (place, style, ifVersion) =>
      change(client, updateTitleStyle, { ...place, style, ifVersion }),
    createAction: async (input) => change(client, createAction, { input }),
    updateAction: async (id, patch, ifVersion) => change(client, updateAction, { id, patch, ifVersion }),
    deleteAction: async (id, ifVersion) => change(client, deleteAction, { id, ifVersion }),
    apply: async (changes) => change(client, applyActionChanges, { changes: [...changes] }),
  };
}

function writerOfDraft(client: Client, documentId: string): ContentWriter {
  const edit = async (edits: readonly Edit[]) =>
    change(client, changeDraft, { documentId, edits: [...edits] });
  const editOne = async (made: Change, ifVersion: string | null = null): Promise<Outcome<Saved>> => {
    const outcome = await edit([{ change: made, ifVersion }]);
    if (!outcome.isDone) return { isDone: false, problem: withoutPlace(outcome.problem) };
    const [saved] = outcome.value.edited;
    return { isDone: true, value: { id: saved?.id ?? '', version: saved?.version ?? '' } };
  };
  return {
    isDraft: true,
    setTitle: async (place, value, ifVersion) => editOne({ setTitle: { ...place, value } }, ifVersion),
    setTitleStyle: async (place, style, ifVersion) =>
      editOne({ updateTitle: { ...place, patch: { style } } }, ifVersion),
    createAction: async (input) => editOne({ createAction: input }),
    updateAction: async (id, patch, ifVersion) => editOne({ updateAction: { id, patch } }, ifVersion),
    deleteAction: async (id, ifVersion) => editOne({ deleteAction: id }, ifVersion),
    apply: async (changes) => edit(changes.map((made) => ({ change: made }))),
  };
}

type Refused = Extract<Outcome<unknown>, { readonly isDone: false }>['problem'];

/** The form knows its fields without the place of the edit. */
function withoutPlace(problem: Refused): Refused {
  const { fields, ...rest } = problem;
  if (fields === undefined) return problem;
  return {
    ...rest,
    fields: fields.map(({ path, messages }) => ({ path: path.replace(/^edits\.0\./, ''), messages })),
  };
}
