/** A text field for a comment, and the people who are called to it. */
import { Button, Group, MultiSelect, Stack, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Outcome } from '../../api/change';
import type { Problem } from '../../api/graphql';
import { useQueryData } from '../../api/query';
import { useFormDraft } from '../editing/form-draft';
import { mistakeAt, restOf } from '../editing/mistakes';
import { ProblemNotice } from '../ProblemNotice';
import { peopleQuery } from './comment-documents';
import { leftOf, LONGEST_TEXT } from './shared-parts';

interface Written {
  readonly text: string;
  readonly mentionedUserIds: readonly string[];
}

interface Props {
  readonly documentId: string;
  /** Unique among comments: what is written to or changed. */
  readonly draftName: string;
  readonly label: string;
  readonly action: string;
  /** The comment that is changed; left out for a new one. */
  readonly initial?: { readonly text: string; readonly people: readonly Person[] };
  readonly children?: ReactNode;
  readonly isFocused?: boolean;
  readonly onSend: (written: Written) => Promise<Outcome<unknown>>;
  /** Everything that was typed is sent. */
  readonly onSent?: () => void;
  readonly onCancel?: () => void;
}

interface Person {
  readonly id: string;
  readonly name: string;
}

const NOTHING: NonNullable<Props['initial']> = { text: '', people: [] };

export function CommentForm(props: Props) {
  const { documentId, label, action, children, isFocused, onCancel } = props;
  const { t } = useTranslation('comments');
  const { form, text, people, problem, isBusy, send } = useWriting(props);
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
          onChange={(event) => form.set({ text: event.currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
          }}
          dir="auto"
          {...(isFocused === true ? { autoFocus: true } : {})}
        />
        {children}
        <PeopleInput
          documentId={documentId}
          chosen={people}
          error={mistakeAt(problem, 'mentionedUserIds')}
          onChosen={(next) => form.set({ people: next })}
        />
        {rest !== null && <ProblemNotice problem={rest} />}
        <Group gap="xs" justify="flex-end">
          {onCancel !== undefined && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                form.giveUp();
                onCancel();
              }}
            >
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

/** The text and the people, kept as a draft until they are sent. */
function useWriting({ draftName, initial = NOTHING, onSend, onSent }: Props) {
  const form = useFormDraft(`comment:${draftName}`, initial);
  const { text, people } = form.values;
  const now = useRef(form.values);
  useEffect(() => {
    now.current = { text, people };
  }, [text, people]);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    if (isBusy || text.trim() === '') return;
    setBusy(true);
    const outcome = await form.send(async (written) =>
      onSend({ text: written.text, mentionedUserIds: written.people.map(({ id }) => id) }),
    );
    setBusy(false);
    setProblem(outcome.isDone ? null : outcome.problem);
    if (!outcome.isDone) return;
    const rest = leftOf(now.current.text, text);
    if (rest === '') {
      form.giveUp();
      onSent?.();
    } else if (initial === NOTHING) {
      // The next comment; one that is changed goes on from all that is typed.
      form.set({ text: rest, people: now.current.people.filter((each) => !people.includes(each)) });
    }
  };
  return { form, text, people, problem, isBusy, send };
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
