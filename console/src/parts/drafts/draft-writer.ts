/** Edits in the draft of a document. */
import type { Client } from 'urql';
import { change, type Outcome } from '../../api/change';
import type { VariablesOf } from '../../api/graphql';
import { changeDraft } from './draft-documents';

export type Edit = VariablesOf<typeof changeDraft>['edits'][number];

/** The element that a change left. */
export interface Saved {
  readonly id: string;
  readonly version: string;
}

export function draftWriter(client: Client, documentId: string) {
  const edit = async (edits: readonly Edit[]) =>
    change(client, changeDraft, { documentId, edits: [...edits] });
  const editOne = async (made: Edit): Promise<Outcome<Saved>> => {
    const outcome = await edit([made]);
    if (!outcome.isDone) return { isDone: false, problem: withoutPlace(outcome.problem) };
    const [saved] = outcome.value.edited;
    return { isDone: true, value: { id: saved?.id ?? '', version: saved?.version ?? '' } };
  };
  return { /** All of them or none. */ edit, editOne };
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
