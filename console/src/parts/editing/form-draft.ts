/** The fields of a form, kept as a draft: they outlive a reload and an ended session. Never for passwords. */
import type { Outcome } from '../../api/change';
import { type Sending, useDraft } from './draft';

export interface FormDraft<Values> {
  readonly values: Values;
  readonly isChanged: boolean;
  readonly set: (part: Partial<Values>) => void;
  /** Sends the fields, and forgets them once the server has them; see `Draft.send`. */
  readonly send: <Answer>(work: Sending<Values, Answer>) => Promise<Outcome<Answer>>;
  /** Whether the server lacks something that is typed by now. */
  readonly isLeft: () => boolean;
  /** See `Draft.sendIfChanged`. */
  readonly sendIfChanged: <Answer>(work: Sending<Values, Answer>) => Promise<Outcome<Answer> | null>;
  /** The user gave the form up: what was typed goes. Never call it because the form was sent. */
  readonly giveUp: () => void;
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
  const whole =
    <Answer>(work: Sending<Values, Answer>): Sending<Values, Answer> =>
    async (value, base) =>
      work({ ...saved, ...value }, base);
  return {
    values,
    isChanged: draft.isChanged,
    set: (part) => draft.set({ ...values, ...part }),
    send: async (work) => draft.send(whole(work)),
    sendIfChanged: async (work) => draft.sendIfChanged(whole(work)),
    isLeft: draft.isLeft,
    giveUp: draft.discard,
  };
}
