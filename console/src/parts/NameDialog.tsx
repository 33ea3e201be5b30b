/** Asks for a name. What the server says of it stands below the field. */
import { Button, Modal, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogFooter } from './DialogFooter';
import type { Problem } from '../api/graphql';
import { useFormDraft } from './form-draft';
import { ProblemNotice } from './ProblemNotice';

interface Props {
  readonly title: string;
  readonly label: string;
  readonly initial: string;
  /** Key of the draft: typed text outlives a reload. */
  readonly draft: string;
  /** On the button. */
  readonly action: string;
  readonly onClose: () => void;
  /** @returns what is wrong with it, or null */
  readonly onName: (name: string) => Promise<Problem | null>;
}

export function NameDialog({ title, label, initial, draft, action, onClose, onName }: Props) {
  const { t } = useTranslation();
  const form = useFormDraft(draft, { name: initial });
  const { name } = form.values;
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const mistake = problem?.fields?.flatMap(({ messages }) => messages).join(' ');
  const end = () => {
    form.end();
    onClose();
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const found = await onName(name.trim());
    setBusy(false);
    setProblem(found);
    if (found === null) end();
  };
  return (
    <Modal opened onClose={end} title={title} closeButtonProps={{ 'aria-label': t('close') }}>
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
    </Modal>
  );
}
