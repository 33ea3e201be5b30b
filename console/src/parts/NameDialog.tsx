/** Asks for a name. What the server says of it stands below the field. */
import { Button, Group, Modal, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../api/graphql';
import { ProblemNotice } from './ProblemNotice';

interface Props {
  readonly title: string;
  readonly label: string;
  readonly initial: string;
  /** On the button. */
  readonly action: string;
  readonly onClose: () => void;
  /** @returns what is wrong with it, or null */
  readonly onName: (name: string) => Promise<Problem | null>;
}

export function NameDialog({ title, label, initial, action, onClose, onName }: Props) {
  const { t } = useTranslation();
  const [name, setName] = useState(initial);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const mistake = problem?.fields?.flatMap(({ messages }) => messages).join(' ');
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const found = await onName(name.trim());
    setBusy(false);
    setProblem(found);
    if (found === null) onClose();
  };
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('close') }}>
      <form onSubmit={(event) => void send(event)}>
        <TextInput
          label={label}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={mistake === undefined || mistake === '' ? undefined : mistake}
          dir="auto"
          data-autofocus
        />
        {problem !== null && (mistake === undefined || mistake === '') && (
          <div style={{ marginTop: 12 }}>
            <ProblemNotice problem={problem} />
          </div>
        )}
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={name.trim() === ''}>
            {action}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
