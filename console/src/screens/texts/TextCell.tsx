/** A text in the table, changed where it stands: Enter or leaving it saves, Escape puts back what was there. */
import { Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { textOfProblem } from '../../parts/ProblemNotice';
import type { TextEdit, TextChanger } from './use-texts';

interface Props {
  readonly label: string;
  readonly placeholder?: string;
  readonly edit: Omit<TextEdit, 'after'>;
  readonly texts: TextChanger;
  readonly isReadOnly: boolean;
  readonly isStrong?: boolean;
}

export function TextCell({ label, placeholder, edit, texts, isReadOnly, isStrong = false }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const [mistake, setMistake] = useState<string | null>(null);
  const isSending = useRef(false);
  const save = async () => {
    if (typed === null || typed === edit.before || isSending.current) return;
    isSending.current = true;
    const outcome = await texts.edit([{ ...edit, after: typed }]);
    isSending.current = false;
    if (outcome.isDone) setTyped(null);
    const messages = outcome.isDone ? [] : (outcome.problem.fields ?? []).flatMap((field) => field.messages);
    setMistake(outcome.isDone ? null : (messages[0] ?? textOfProblem(outcome.problem)));
  };
  return (
    <Textarea
      aria-label={label}
      title={label}
      value={typed ?? edit.before}
      placeholder={placeholder ?? ''}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          setTyped(null);
          setMistake(null);
        }
        if (event.key !== 'Enter' || event.shiftKey) return;
        event.preventDefault();
        void save();
      }}
      error={mistake}
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
