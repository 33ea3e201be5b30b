/** A text field for a comment, and the people who are called to it. */
import { Button, Group, MultiSelect, Stack, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Outcome } from '../../api/change';
import type { Problem } from '../../api/graphql';
import { useQueryData } from '../../api/query';
import { mistakeAt, restOf } from '../editing/mistakes';
import { ProblemNotice } from '../ProblemNotice';
import { peopleQuery } from './comment-documents';
import { LONGEST_TEXT } from './shared-parts';

interface Written {
  readonly text: string;
  readonly mentionedUserIds: readonly string[];
}

interface Props {
  readonly documentId: string;
  readonly label: string;
  readonly action: string;
  readonly initial?: { readonly text: string; readonly mentions: readonly Person[] };
  readonly children?: ReactNode;
  readonly isFocused?: boolean;
  readonly onSend: (written: Written) => Promise<Outcome<unknown>>;
  readonly onCancel?: () => void;
}

interface Person {
  readonly id: string;
  readonly name: string;
}

const NOTHING = { text: '', mentions: [] };

export function CommentForm({
  documentId,
  label,
  action,
  initial = NOTHING,
  children,
  isFocused,
  onSend,
  onCancel,
}: Props) {
  const { t } = useTranslation('comments');
  const { text, setText, people, setPeople, problem, isBusy, send } = useWriting(initial, onSend);
  const rest = restOf(problem, ['text', 'mentionedUserIds']);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Stack gap="xs">
        <Textarea
          label={label}
          autosize
          minRows={2}
          maxRows={12}
          maxLength={LONGEST_TEXT}
          value={text}
          error={mistakeAt(problem, 'text')}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && text.trim() !== '') void send();
          }}
          dir="auto"
          {...(isFocused === true ? { autoFocus: true } : {})}
        />
        {children}
        <PeopleInput
          documentId={documentId}
          chosen={people}
          error={mistakeAt(problem, 'mentionedUserIds')}
          onChosen={setPeople}
        />
        {rest !== null && <ProblemNotice problem={rest} />}
        <Group gap="xs" justify="flex-end">
          {onCancel !== undefined && (
            <Button size="compact-sm" variant="default" onClick={onCancel}>
              {t('common:cancel')}
            </Button>
          )}
          <Button size="compact-sm" type="submit" loading={isBusy} disabled={text.trim() === ''}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The text and the people, forgotten once they are sent. */
function useWriting(initial: NonNullable<Props['initial']>, onSend: Props['onSend']) {
  const [text, setText] = useState(initial.text);
  const [people, setPeople] = useState<readonly Person[]>(initial.mentions);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    const outcome = await onSend({ text, mentionedUserIds: people.map(({ id }) => id) });
    setBusy(false);
    setProblem(outcome.isDone ? null : outcome.problem);
    if (!outcome.isDone) return;
    setText('');
    setPeople([]);
  };
  return { text, setText, people, setPeople, problem, isBusy, send };
}

interface PeopleProps {
  readonly documentId: string;
  readonly chosen: readonly Person[];
  readonly error: string | undefined;
  readonly onChosen: (next: readonly Person[]) => void;
}

function PeopleInput({ documentId, chosen, error, onChosen }: PeopleProps) {
  const { t } = useTranslation('comments');
  const [search, setSearch] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [wanted] = useDebouncedValue(search, 200);
  const [{ data }] = useQueryData({
    query: peopleQuery,
    variables: { id: documentId, search: wanted },
    pause: !isOpen,
  });
  const known = new Map([...(data?.document?.people ?? []), ...chosen].map((person) => [person.id, person]));
  return (
    <MultiSelect
      label={t('call')}
      placeholder={chosen.length === 0 ? t('callWhom') : ''}
      searchable
      clearable
      size="xs"
      value={chosen.map(({ id }) => id)}
      data={[...known.values()].map(({ id, name }) => ({ value: id, label: name }))}
      filter={({ options }) => options}
      error={error}
      maxValues={20}
      searchValue={search}
      onSearchChange={setSearch}
      onDropdownOpen={() => setOpen(true)}
      nothingFoundMessage={t('nobody')}
      onChange={(ids) => onChosen(ids.flatMap((id) => known.get(id) ?? []))}
      clearButtonProps={{ 'aria-label': t('callNobody') }}
    />
  );
}
