/** A text in the table, changed where it stands: Enter or leaving it saves, Escape puts back what was there. */
import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { isComposing } from '../../parts/editing/composing';
import { useDraft } from '../../parts/editing/draft';
import { fieldSentence } from '../../i18n/server-words';
import { textOfProblem } from '../../parts/ProblemNotice';
import type { TextEdit, TextChanger } from './use-texts';

interface Props {
  readonly label: string;
  readonly placeholder?: string;
  readonly edit: Omit<TextEdit, 'after'>;
  readonly texts: TextChanger;
  readonly isReadOnly: boolean;
  readonly isStrong?: boolean;
  /** The mistake in the text as it is stored. */
  readonly warning?: string | null;
}

export function TextCell({
  label,
  placeholder,
  edit,
  texts,
  isReadOnly,
  isStrong = false,
  warning = null,
}: Props) {
  const { elementId, actionId = '', field, languageCode, path = '', before } = edit;
  // A text of the table is its own version.
  const name = ['text', elementId, actionId, field, languageCode, path].join(':');
  const draft = useDraft(name, before, before);
  const [mistake, setMistake] = useState<string | null>(null);
  const save = async () => {
    // The refusal is on the screen: sent once more, the text is meant.
    if (mistake !== null) draft.rebase(before);
    const outcome = await draft.sendIfChanged(async (after, seen) => {
      const answer = await texts.edit([{ ...edit, before: seen ?? before, after }]);
      return answer.isDone ? { isDone: true, value: { version: after } } : answer;
    });
    if (outcome === null) return;
    const messages = outcome.isDone ? [] : (outcome.problem.fields ?? []).flatMap((told) => told.messages);
    setMistake(outcome.isDone ? null : (messages[0] ?? textOfProblem(outcome.problem)));
  };
  return (
    <Textarea
      aria-label={label}
      title={label}
      value={draft.value}
      placeholder={placeholder ?? ''}
      onChange={(event) => draft.set(event.currentTarget.value)}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        if (isComposing(event)) return;
        if (event.key === 'Escape') {
          draft.discard();
          setMistake(null);
        }
        if (event.key !== 'Enter' || event.shiftKey) return;
        event.preventDefault();
        void save();
      }}
      error={mistake ?? (draft.value === before && warning !== null ? fieldSentence(warning) : null)}
      readOnly={isReadOnly}
      autosize
      minRows={1}
      maxRows={4}
      size="xs"
      dir="auto"
      className="text-cell"
      data-strong={isStrong}
    />
  );
}
