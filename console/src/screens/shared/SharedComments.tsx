/** Comments of people without an account: the picture with pins, the threads of this link, and a form once they gave a name. */
import { Button, Group, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../i18n/format';
import { PinnedPicture, pinsOf } from '../../parts/comments/PinnedPicture';
import { Author, leftOf, LONGEST_TEXT, PinButton, PinText } from '../../parts/comments/shared-parts';
import type { Pin } from '../../parts/comments/use-comments';
import { Loading } from '../../parts/Loading';
import {
  type Guest,
  join,
  knownGuest,
  readThreads,
  say,
  type SharedPlace,
  type SharedThread,
} from './shared-comments';

const LONGEST_NAME = 60;
/** Comments of others are looked for this often, while the page is seen. */
const READ_EVERY_MS = 20_000;

interface Props {
  readonly code: string;
  readonly page: { readonly id: string; readonly order: number; readonly thumbnailUrl: string | null };
}

export function SharedComments({ code, page }: Props) {
  const { t } = useTranslation('comments');
  const [guest, setGuest] = useState(() => knownGuest(code));
  const { threads, read } = useThreads(code);
  const [chosenId, choose] = useState<string | null>(null);
  const [pin, setPin] = useState<Pin | null>(null);
  const here = (threads ?? []).filter(({ elementId }) => elementId === page.id);
  const pins = pinsOf(threads ?? [], page.id);
  return (
    <>
      {page.thumbnailUrl !== null && (
        <PinnedPicture
          pageId={page.id}
          url={page.thumbnailUrl}
          label={t('page', { number: page.order })}
          comments={{ threads: threads ?? [], chosenId, choose, pin, setPin }}
        />
      )}
      <section className="comments" aria-label={t('name')}>
        <Title order={2} size="h4">
          {t('name')}
        </Title>
        {threads === null && <Text role="alert">{t('guestOver')}</Text>}
        {guest === null ? (
          <NameForm code={code} onGuest={setGuest} />
        ) : (
          <NewComment code={code} guest={guest} pageId={page.id} pin={pin} setPin={setPin} onSent={read} />
        )}
        {threads === undefined && <Loading shape="rows" />}
        {threads != null && here.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('guestNone')}
          </Text>
        )}
        <ul className="plain-list comments">
          {here.map((thread) => (
            <SharedThreadItem
              key={thread.id}
              thread={thread}
              number={pins.get(thread.id)?.number ?? null}
              isChosen={thread.id === chosenId}
              code={code}
              guest={guest}
              onChanged={read}
            />
          ))}
        </ul>
      </section>
    </>
  );
}

/** The threads of a link, read again now and then: null where the link is over, undefined until they are read. */
function useThreads(code: string) {
  const [threads, setThreads] = useState<readonly SharedThread[] | null | undefined>(undefined);
  const read = useCallback(() => void readThreads(code).then(setThreads, () => undefined), [code]);
  useEffect(() => {
    read();
    const timer = setInterval(() => {
      if (window.document.visibilityState === 'visible') read();
    }, READ_EVERY_MS);
    return () => clearInterval(timer);
  }, [read]);
  return { threads, read };
}

interface NewProps {
  readonly code: string;
  readonly guest: Guest;
  readonly pageId: string;
  readonly pin: Pin | null;
  readonly setPin: (pin: Pin | null) => void;
  readonly onSent: () => void;
}

function NewComment({ code, guest: { name, guestKey }, pageId, pin, setPin, onSent }: NewProps) {
  const { t } = useTranslation('comments');
  const isPinned = pin?.pageId === pageId;
  return (
    <>
      <Text size="sm" className="any-text">
        {t('guestAs', { name })}
      </Text>
      <TextForm
        label={t('newLabel')}
        action={t('send')}
        onSend={async (text) => {
          const place: SharedPlace = isPinned
            ? { elementId: pageId, positionXPercent: pin.x, positionYPercent: pin.y }
            : { elementId: pageId };
          const refusal = await say({ code, guestKey }, text, place);
          if (refusal === null) setPin(null);
          onSent();
          return refusal;
        }}
      >
        <PinButton pageId={pageId} pin={pin} setPin={setPin} />
        {isPinned && <PinText />}
      </TextForm>
    </>
  );
}

interface ItemProps {
  readonly thread: SharedThread;
  readonly number: number | null;
  readonly isChosen: boolean;
  readonly code: string;
  readonly guest: Guest | null;
  readonly onChanged: () => void;
}

function SharedThreadItem({ thread, number, isChosen, code, guest, onChanged }: ItemProps) {
  const { t } = useTranslation('comments');
  const { dateTime } = useFormats();
  const [isAnswering, setAnswering] = useState(false);
  return (
    <li className="comment-thread" data-chosen={isChosen}>
      {(number !== null || thread.isResolved) && (
        <Group gap="xs">
          {number !== null && <span className="comment-number">{number}</span>}
          {thread.isResolved && <Text size="xs">{t('resolved')}</Text>}
        </Group>
      )}
      {thread.comments.map(({ id, text, user, isGuest, isDeleted, createdAt }) => (
        <article key={id} className="comment">
          <Group justify="space-between" gap="xs">
            <Author user={user} isGuest={isGuest} />
            <Text size="xs" c="dimmed">
              {dateTime(createdAt)}
            </Text>
          </Group>
          <Text size="sm" className="comment-text" dir="auto">
            {isDeleted ? t('deleted') : text}
          </Text>
        </article>
      ))}
      {guest !== null && !isAnswering && (
        <div>
          <Button size="compact-xs" variant="default" onClick={() => setAnswering(true)}>
            {t('answer')}
          </Button>
        </div>
      )}
      {guest !== null && isAnswering && (
        <TextForm
          label={t('answerLabel')}
          action={t('answer')}
          onSend={async (text) => {
            const refusal = await say({ code, guestKey: guest.guestKey }, text, { threadId: thread.id });
            onChanged();
            return refusal;
          }}
          onSent={() => setAnswering(false)}
        />
      )}
    </li>
  );
}

interface TextProps {
  readonly label: string;
  readonly action: string;
  readonly children?: ReactNode;
  /** @returns what is wrong; null for nothing */
  readonly onSend: (text: string) => Promise<string | null>;
  /** Everything that was typed is sent. */
  readonly onSent?: () => void;
}

function TextForm({ label, action, children, onSend, onSent }: TextProps) {
  const [text, setText] = useState('');
  const now = useRef('');
  const { refusal, isBusy, send } = useSending(async () => {
    const refused = await onSend(text);
    if (refused !== null) return refused;
    const rest = leftOf(now.current, text);
    setText(rest);
    if (rest === '') onSent?.();
    return null;
  });
  return (
    <form onSubmit={send}>
      <Stack gap="xs">
        <Textarea
          label={label}
          autosize
          minRows={2}
          maxLength={LONGEST_TEXT}
          value={text}
          error={refusal}
          onChange={(event) => {
            now.current = event.currentTarget.value;
            setText(event.currentTarget.value);
          }}
          dir="auto"
        />
        <Group gap="xs">{children}</Group>
        <Group justify="flex-end">
          <Button size="compact-sm" type="submit" loading={isBusy} disabled={text.trim() === ''}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function NameForm({ code, onGuest }: { readonly code: string; readonly onGuest: (guest: Guest) => void }) {
  const { t } = useTranslation('comments');
  const [name, setName] = useState('');
  const { refusal, isBusy, send } = useSending(async () => {
    const joined = await join(code, name);
    if (typeof joined === 'string') return joined;
    onGuest(joined);
    return null;
  });
  return (
    <form onSubmit={send}>
      <Stack gap="xs">
        <Title order={3} size="h6">
          {t('guestTitle')}
        </Title>
        <Text size="sm">{t('guestText')}</Text>
        <TextInput
          label={t('guestName')}
          value={name}
          maxLength={LONGEST_NAME}
          error={refusal}
          autoComplete="name"
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button size="compact-sm" type="submit" loading={isBusy} disabled={name.trim() === ''}>
            {t('guestJoin')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function useSending(work: () => Promise<string | null>) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    void work().then((refused) => {
      setRefusal(refused);
      setBusy(false);
    });
  };
  return { refusal, isBusy, send };
}
