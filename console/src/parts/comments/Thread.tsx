/** A thread of comments: what it is about, what was said, and what can be done with it. */
import { Anchor, Badge, Button, Group, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { change, type Outcome } from '../../api/change';
import { useRights } from '../../api/session';
import { useFormats } from '../../i18n/format';
import { Confirm } from '../dialogs/Confirm';
import { useOneAtATime } from '../one-at-a-time';
import { useTell } from '../tell';
import { isInFieldOutside } from '../frame/later-focus';
import { CommentForm } from './CommentForm';
import {
  type CommentOfThread,
  type CommentThread,
  deleteComment,
  reopenComment,
  replyToComment,
  resolveComment,
  updateComment,
} from './comment-documents';
import { Author } from './shared-parts';

interface Props {
  readonly documentId: string;
  readonly thread: CommentThread;
  /** Number of its pin; null for a thread without one. */
  readonly number: number | null;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  /** Shows the page; null where it is shown or gone. */
  readonly onGo: (() => void) | null;
  readonly onChanged: () => void;
}

export function Thread({ documentId, thread, number, isChosen, onChoose, onGo, onChanged }: Props) {
  const { t } = useTranslation('comments');
  const client = useClient();
  const { tellProblem } = useTell();
  const [isAnswering, setAnswering] = useState(false);
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isChosen || place.current?.contains(window.document.activeElement) === true) return;
    if (isInFieldOutside(place.current)) return;
    place.current?.scrollIntoView({ block: 'nearest' });
    place.current?.focus({ preventScroll: true });
  }, [isChosen]);
  const finish = async (work: Promise<Outcome<unknown>>) => {
    const outcome = await work;
    if (!outcome.isDone) tellProblem(outcome.problem);
    onChanged();
    return outcome;
  };
  const about = useAbout(thread);
  const { id: threadId, isResolved } = thread;
  return (
    <li ref={place} className="comment-thread" data-chosen={isChosen} tabIndex={-1} aria-label={about}>
      <Subject thread={thread} about={about} number={number} onGo={onGo} />
      {thread.comments.map((comment) => (
        <OneComment key={comment.id} documentId={documentId} comment={comment} onFinish={finish} />
      ))}
      {thread.isResolved && (
        <Text size="xs" c="dimmed" className="any-text">
          {t('resolvedBy', { user: (thread.resolvedBy ?? '').slice(0, 80) })}
        </Text>
      )}
      {isAnswering ? (
        <CommentForm
          documentId={documentId}
          draftName={`answer:${threadId}`}
          label={t('answerLabel')}
          action={t('answer')}
          isFocused
          onSent={() => setAnswering(false)}
          onCancel={() => setAnswering(false)}
          onSend={async (written) => {
            const outcome = await change(client, replyToComment, {
              threadId,
              text: written.text,
              mentionedUserIds: [...written.mentionedUserIds],
            });
            onChanged();
            return outcome;
          }}
        />
      ) : (
        <ThreadTools
          isResolved={isResolved}
          onAnswer={() => {
            onChoose();
            setAnswering(true);
          }}
          onTurn={async () =>
            finish(
              isResolved
                ? change(client, reopenComment, { threadId })
                : change(client, resolveComment, { threadId }),
            )
          }
        />
      )}
    </li>
  );
}

interface SubjectProps extends Pick<Props, 'thread' | 'number' | 'onGo'> {
  readonly about: string;
}

function Subject({ thread, about, number, onGo }: SubjectProps) {
  const { t } = useTranslation('comments');
  return (
    <Group gap="xs" wrap="nowrap">
      {number !== null && (
        <span className="comment-number" aria-hidden>
          {number}
        </span>
      )}
      <Text size="xs" fw={600} className="any-text" style={{ flex: 1, minWidth: 0 }}>
        {onGo === null ? (
          about
        ) : (
          <Anchor component="button" type="button" size="xs" fw={600} ta="start" onClick={onGo}>
            {about}
          </Anchor>
        )}
      </Text>
      {thread.isShared && (
        <Badge color="grape" variant="light" size="sm">
          {t('shared')}
        </Badge>
      )}
      {thread.isGone && (
        <Badge color="gray" variant="light" size="sm">
          {t('gone')}
        </Badge>
      )}
      {thread.isResolved && (
        <Badge color="teal" variant="light" size="sm">
          {t('resolved')}
        </Badge>
      )}
    </Group>
  );
}

interface ToolsProps {
  readonly isResolved: boolean;
  readonly onAnswer: () => void;
  /** Resolves it, or opens it again. */
  readonly onTurn: () => Promise<unknown>;
}

function ThreadTools({ isResolved, onAnswer, onTurn }: ToolsProps) {
  const { t } = useTranslation('comments');
  const turn = useOneAtATime(onTurn);
  return (
    <Group gap="xs">
      <Button size="compact-xs" variant="default" onClick={onAnswer}>
        {t('answer')}
      </Button>
      <Button size="compact-xs" variant="default" onClick={turn}>
        {t(isResolved ? 'reopen' : 'resolve')}
      </Button>
    </Group>
  );
}

/** The subject of a thread in words. */
function useAbout({ subject, element, subjectName, languageCode, positionXPercent }: CommentThread): string {
  const { t } = useTranslation('comments');
  const { languages } = useFormats();
  const name = subjectName.slice(0, 100);
  const page = element?.pageOrder == null ? [] : [t('page', { number: element.pageOrder })];
  const what = {
    DOCUMENT: t('document'),
    PAGE: positionXPercent === null ? t('pageGone', { name }) : t('place'),
    ZONE: t('zone', { name }),
    ACTION: t('action', { name }),
    TITLE: t('title', {
      language: languageCode === null ? '' : (languages([languageCode]).get(languageCode) ?? languageCode),
    }),
  }[subject];
  // The number says it already.
  if (subject === 'PAGE' && positionXPercent === null && page.length > 0) return page.join('');
  return [...page, what].join(' · ');
}

interface CommentProps {
  readonly documentId: string;
  readonly comment: CommentOfThread;
  readonly onFinish: (work: Promise<Outcome<unknown>>) => Promise<Outcome<unknown>>;
}

function OneComment({ documentId, comment, onFinish }: CommentProps) {
  const { t } = useTranslation('comments');
  const client = useClient();
  const { dateTime } = useFormats();
  const [state, setState] = useState<'shown' | 'edited' | 'deleted'>('shown');
  const { id, text, user, isGuest, createdAt, editedAt, mentions } = comment;
  return (
    <article className="comment">
      <Group gap="xs" justify="space-between" wrap="nowrap" align="baseline">
        <Author user={user} isGuest={isGuest} />
        <Text size="xs" c="dimmed" style={{ flex: 'none' }}>
          {dateTime(createdAt)}
          {editedAt !== null && ` · ${t('edited')}`}
        </Text>
      </Group>
      {state === 'edited' ? (
        <CommentForm
          documentId={documentId}
          label={t('editLabel')}
          action={t('save')}
          draftName={`change:${id}`}
          initial={{ text, people: mentions }}
          isFocused
          onSent={() => setState('shown')}
          onCancel={() => setState('shown')}
          onSend={async (written) => {
            const mentionedUserIds = [...written.mentionedUserIds];
            const outcome = await change(client, updateComment, { id, text: written.text, mentionedUserIds });
            return outcome.isDone ? onFinish(Promise.resolve(outcome)) : outcome;
          }}
        />
      ) : (
        <Said comment={comment} onEdit={() => setState('edited')} onDelete={() => setState('deleted')} />
      )}
      {state === 'deleted' && (
        <Confirm
          text={t('deleteText')}
          action={t('delete')}
          onClose={() => setState('shown')}
          onYes={async () => {
            await onFinish(change(client, deleteComment, { id }));
          }}
        />
      )}
    </article>
  );
}

interface SaidProps {
  readonly comment: CommentOfThread;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function Said({ comment: { text, isGuest, isOwn, isDeleted, mentions }, onEdit, onDelete }: SaidProps) {
  const { t } = useTranslation('comments');
  const { mayWrite } = useRights();
  return (
    <>
      <Text
        size="sm"
        className="comment-text"
        dir="auto"
        {...(isDeleted ? { c: 'dimmed', fs: 'italic' } : {})}
      >
        {isDeleted ? t('deleted') : text}
      </Text>
      {mentions.length > 0 && (
        <Text size="xs" c="dimmed" className="any-text">
          {t('called', { names: mentions.map(({ name }) => name.slice(0, 80)).join(', ') })}
        </Text>
      )}
      {(isOwn || (isGuest && mayWrite)) && !isDeleted && (
        <Group gap={4}>
          {isOwn && (
            <Button size="compact-xs" variant="subtle" onClick={onEdit}>
              {t('edit')}
            </Button>
          )}
          <Button size="compact-xs" variant="subtle" color="red" onClick={onDelete}>
            {t('delete')}
          </Button>
        </Group>
      )}
    </>
  );
}
