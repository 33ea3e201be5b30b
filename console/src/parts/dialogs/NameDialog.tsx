/** Asks for a name. What the server says of it stands below the field. */
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Dialog } from './Dialog';
import { DialogFooter } from './DialogFooter';
import type { Outcome } from '../../api/change';
import type { Problem } from '../../api/graphql';
import { useFormDraft } from '../editing/form-draft';
import { ProblemNotice } from '../ProblemNotice';

interface Props {
  readonly title: string;
  readonly label: string;
  readonly initial: string;
  /** Key of the draft: typed text outlives a reload. */
  readonly draft: string;
  /** Of what is renamed; null for something new. */
  readonly version?: string | null;
  /** On the button. */
  readonly action: string;
  readonly onClose: () => void;
  /** @param baseVersion send it as `ifVersion`, so that nobody's later change is overwritten */
  readonly onName: (name: string, baseVersion: string | null) => Promise<Outcome<unknown>>;
}

export function NameDialog({ title, label, initial, draft, version = null, action, onClose, onName }: Props) {
  const form = useFormDraft(draft, { name: initial }, version);
  const { name } = form.values;
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const mistake = problem?.fields?.flatMap(({ messages }) => messages).join(' ');
  const end = () => {
    form.giveUp();
    onClose();
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const outcome = await form.send(async (values, base) => onName(values.name.trim(), base));
    setBusy(false);
    setProblem(outcome.isDone ? null : outcome.problem);
    // A name typed meanwhile keeps a renaming open; of a new element it is the draft of the next dialog.
    if (outcome.isDone && (version === null || !form.isLeft())) onClose();
  };
  return (
    <Dialog onClose={end} title={title}>
      <form onSubmit={(event) => void send(event)}>
        <TextInput
          label={label}
          value={name}
          onChange={(event) => form.set({ name: event.currentTarget.value })}
          error={mistake === undefined || mistake === '' ? undefined : mistake}
          dir="auto"
          data-autofocus
        />
        {problem !== null && (mistake === undefined || mistake === '') && (
          <div style={{ marginTop: 12 }}>
            <ProblemNotice problem={problem} />
          </div>
        )}
        <DialogFooter onClose={end}>
          <Button type="submit" loading={isBusy} disabled={name.trim() === ''}>
            {action}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
