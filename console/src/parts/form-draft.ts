/** The fields of a form, kept as a draft: they outlive a reload and an ended session. Never for passwords. */
import { useDraft } from './draft';

export interface FormDraft<Values> {
  readonly values: Values;
  readonly set: (part: Partial<Values>) => void;
  /** Send it as `ifVersion`, so that nobody's later change is overwritten. */
  readonly baseVersion: string | null;
  /** The form was sent or given up: what was typed goes. */
  readonly end: () => void;
}

/**
 * @param name    unique among forms: what is made or changed, and its id
 * @param saved   what the fields show before anything is typed
 * @param version the version of what is changed; null for what is new
 */
export function useFormDraft<Values extends object>(
  name: string,
  saved: Values,
  version: string | null = null,
): FormDraft<Values> {
  const draft = useDraft(`form:${name}`, saved, version);
  const values = { ...saved, ...draft.value };
  return {
    values,
    set: (part) => draft.set({ ...values, ...part }),
    baseVersion: draft.baseVersion,
    end: draft.discard,
  };
}
