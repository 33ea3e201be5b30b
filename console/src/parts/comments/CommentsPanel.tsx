/** Comments beside the picture: those of the page that is shown first, and a form for a new one. */
import { ActionIcon, Button, Group, SegmentedControl, Select, Text, Title } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { change } from '../../api/change';
import { useQueryData } from '../../api/query';
import { IconX } from '../icons/icons';
import { Loading } from '../Loading';
import { CommentForm } from './CommentForm';
import { type CommentThread, createComment, subjectsQuery } from './comment-documents';
import { pinsOf } from './PinnedPicture';
import { PinButton, PinText } from './shared-parts';
import { Thread } from './Thread';
import type { Comments } from './use-comments';
import './comments.css';

interface Page {
  readonly id: string;
  readonly order: number;
}

interface Props {
  readonly documentId: string;
  readonly page: Page | null;
  readonly pages: readonly Page[];
  readonly languageCode: string;
  readonly comments: Comments;
  readonly onPage: (id: string) => void;
  readonly onClose: () => void;
}

export function CommentsPanel({ documentId, page, pages, languageCode, comments, onPage, onClose }: Props) {
  const { t } = useTranslation('comments');
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const { threads, isResolved, showResolved } = comments;
  const isHere = ({ element, elementId }: CommentThread) =>
    page === null ? elementId === documentId : element !== null && element.pageOrder === page.order;
  const here = threads?.filter(isHere) ?? [];
  const elsewhere = threads?.filter((thread) => !isHere(thread)) ?? [];
  const list = { documentId, page, pages, comments, onPage };
  return (
    <section className="document-content comments" aria-label={t('name')}>
      <Group justify="space-between" wrap="nowrap">
        <Title order={2} size="h4" ref={title} tabIndex={-1} style={{ outline: 'none' }}>
          {t('name')}
        </Title>
        <ActionIcon variant="subtle" color="gray" aria-label={t('close')} onClick={onClose}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Group>
      <SegmentedControl
        size="xs"
        aria-label={t('which')}
        value={isResolved ? 'resolved' : 'open'}
        onChange={(value) => showResolved(value === 'resolved')}
        data={[
          { value: 'open', label: t('open') },
          { value: 'resolved', label: t('resolved') },
        ]}
      />
      <NewComment
        key={page?.id ?? 'all'}
        documentId={documentId}
        page={page}
        languageCode={languageCode}
        comments={comments}
      />
      {threads === undefined && <Loading shape="rows" />}
      {threads?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t(isResolved ? 'noneResolved' : 'none')}
        </Text>
      )}
      <Threads {...list} title={t(page === null ? 'onDocument' : 'onPage')} threads={here} />
      <Threads {...list} title={t('elsewhere')} threads={elsewhere} />
      {comments.hasMore && (
        <Button size="compact-sm" variant="default" onClick={() => void comments.readMore()}>
          {t('more')}
        </Button>
      )}
    </section>
  );
}

interface ThreadsProps extends Pick<Props, 'documentId' | 'page' | 'pages' | 'comments' | 'onPage'> {
  readonly title: string;
  readonly threads: readonly CommentThread[];
}

function Threads({ title, threads, documentId, page, pages, comments, onPage }: ThreadsProps) {
  if (threads.length === 0) return null;
  const pins = pinsOf(comments.threads, page?.id ?? '');
  const pageOf = ({ element }: CommentThread) =>
    pages.find(({ order }) => element !== null && element.type !== 'DOCUMENT' && order === element.pageOrder);
  return (
    <>
      <Title order={3} size="h6">
        {title}
      </Title>
      <ul className="plain-list comments">
        {threads.map((thread) => {
          const other = pageOf(thread);
          const isElsewhere = other !== undefined && other.id !== page?.id;
          return (
            <Thread
              key={thread.id}
              documentId={documentId}
              thread={thread}
              number={pins.get(thread.id)?.number ?? null}
              isChosen={thread.id === comments.chosenId}
              onChoose={() => comments.choose(thread.id)}
              onGo={isElsewhere ? () => onPage(other.id) : null}
              onChanged={comments.read}
            />
          );
        })}
      </ul>
    </>
  );
}

type NewProps = Pick<Props, 'documentId' | 'page' | 'languageCode' | 'comments'>;

/** The value of the choice for the page, or the document, itself. */
const WHOLE = 'whole';

function NewComment({ documentId, page, languageCode, comments }: NewProps) {
  const { t } = useTranslation('comments');
  const client = useClient();
  const [about, setAbout] = useState(WHOLE);
  const subjects = useSubjects(page?.id ?? documentId, page !== null, languageCode);
  const { pin, setPin, choose, read } = comments;
  const isPinned = page !== null && pin?.pageId === page.id;
  const subject = subjects.find(({ value }) => value === about)?.place ?? {
    elementId: page?.id ?? documentId,
  };
  const draftName = `new:${page?.id ?? documentId}`;
  return (
    <CommentForm
      key={draftName}
      {...{ documentId, draftName }}
      label={t('newLabel')}
      action={t('send')}
      onSend={async ({ text, mentionedUserIds }) => {
        const place = isPinned
          ? { elementId: page.id, positionXPercent: pin.x, positionYPercent: pin.y }
          : subject;
        const input = { documentId, text, mentionedUserIds: [...mentionedUserIds], ...place };
        const outcome = await change(client, createComment, { input });
        if (outcome.isDone) {
          setPin(null);
          choose(outcome.value.id);
          read();
        }
        return outcome;
      }}
    >
      <Group gap="xs" align="flex-end">
        <Select
          label={t('about')}
          size="xs"
          style={{ flex: 1 }}
          value={about}
          data={subjects.map(({ value, label }) => ({ value, label }))}
          onChange={(value) => setAbout(value ?? WHOLE)}
          allowDeselect={false}
          disabled={isPinned}
        />
        {page !== null && <PinButton pageId={page.id} pin={pin} setPin={setPin} />}
      </Group>
      {isPinned && <PinText />}
    </CommentForm>
  );
}

interface Subject {
  readonly value: string;
  readonly label: string;
  readonly place: { readonly elementId: string; readonly actionId?: string; readonly languageCode?: string };
}

/** Subjects that can be commented on: the element, its title, its actions, and its zones with theirs. Those of the draft, where there is one. */
function useSubjects(elementId: string, isPage: boolean, languageCode: string): readonly Subject[] {
  const { t } = useTranslation('comments');
  const [{ data }] = useQueryData({
    query: subjectsQuery,
    variables: { id: elementId },
    requestPolicy: 'cache-and-network',
  });
  const whole: Subject = {
    value: WHOLE,
    label: t(isPage ? 'thisPage' : 'document'),
    place: { elementId },
  };
  const title: Subject = {
    value: 'title',
    label: t('titleHere'),
    place: { elementId, languageCode },
  };
  const actionsOf = (
    id: string,
    actions: readonly { readonly id: string; readonly name: string; readonly languageCode: string }[],
  ): readonly Subject[] =>
    actions
      .filter((action) => action.languageCode === languageCode)
      .map((action) => ({
        value: `${id} ${action.id}`,
        label: t('action', { name: action.name.slice(0, 80) }),
        place: { elementId: id, actionId: action.id },
      }));
  const node = data?.node;
  if (node?.__typename !== 'Image' && node?.__typename !== 'Document') return [whole, title];
  const own = actionsOf(elementId, node.drafted?.actions ?? node.actions);
  const zones =
    node.__typename === 'Image'
      ? (node.draftedZones?.map((zone) => ({ ...zone, actions: zone.content.actions })) ?? node.zones)
      : [];
  const ofZones = zones.flatMap(({ id, name, actions }) => [
    { value: id, label: t('zone', { name: name.slice(0, 80) }), place: { elementId: id } },
    ...actionsOf(id, actions),
  ]);
  return [whole, title, ...own, ...ofZones];
}
