/** The actions of an element in one language, in the order of the reader. */
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconPlus } from '../icons/icons';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../i18n/format';
import { watchForLaterFocus } from '../frame/later-focus';
import { useOneAtATime } from '../one-at-a-time';
import { ActionForm } from './ActionForm';
import type { ContentWriter } from './content-writer';
import type { ContentAction, ContentIcon, ContentTitle } from './documents';
import { ActionRow } from './ActionRow';
import type { ActionFormProps } from './use-action-form';
import { useActionChanges, inReadersOrder } from './use-action-changes';

interface Props {
  readonly nodeId: string;
  readonly languageCode: string;
  /** In all languages. */
  readonly actions: readonly ContentAction[];
  readonly writer: ContentWriter;
  readonly icons: readonly ContentIcon[];
  /** Actions of elements above that are offered here, too. */
  readonly alsoOffered: readonly { readonly id: string; readonly name: string; readonly from: string }[];
  /** The language that readers of this one get meanwhile; null where they get this one, or nothing is known of it. */
  readonly answeredIn: string | null;
  /** Of the element itself. */
  readonly titleIn: (languageCode: string) => ContentTitle | null;
  readonly mayWrite: boolean;
  /** As the form of an action takes them. */
  readonly pages: ActionFormProps['pages'];
  readonly onChanged: () => void;
}

export function ActionList(props: Props) {
  const { languageCode, actions, alsoOffered, answeredIn, mayWrite, onChanged } = props;
  const [editedId, setEditedId] = useState<string | null>(null);
  const own = actions.filter((action) => action.languageCode === languageCode).sort(inReadersOrder);
  const elsewhere = [...new Set(actions.map((action) => action.languageCode))].filter(
    (code) => code !== languageCode,
  );
  const edited = own.find(({ id }) => id === editedId) ?? null;

  const { list, noteSaved } = useFocusOfSaved(editedId, own);

  const { copyFrom, move, remove } = useActionChanges({ ...props, own });
  return (
    <Stack gap="xs">
      <ActionsHead mayWrite={mayWrite} onNew={() => setEditedId(NEW)} />
      {own.length === 0 && (
        <NoActions
          alsoOffered={alsoOffered}
          answeredIn={answeredIn}
          mayWrite={mayWrite}
          elsewhere={elsewhere}
          onCopyFrom={copyFrom}
        />
      )}
      <ActionRows
        list={list}
        own={own}
        onEdit={setEditedId}
        mayWrite={mayWrite}
        onMove={move}
        onRemove={remove}
      />
      {alsoOffered.length > 0 && <AlsoOffered alsoOffered={alsoOffered} />}
      {(editedId === NEW || edited !== null) && (
        <ActionForm
          key={editedId}
          nodeId={props.nodeId}
          languageCode={languageCode}
          action={edited}
          writer={props.writer}
          nextOrder={Math.max(0, ...own.map(({ order }) => order ?? 0)) + 1}
          icons={props.icons}
          pages={props.pages}
          onClose={() => setEditedId(null)}
          onSaved={(id) => {
            noteSaved(id);
            onChanged();
          }}
        />
      )}
    </Stack>
  );
}

interface ActionRowsProps {
  readonly list: RefObject<HTMLDivElement | null>;
  readonly own: readonly ContentAction[];
  readonly onEdit: (next: string | null) => void;
  readonly mayWrite: Props['mayWrite'];
  readonly onMove: (from: number, to: number) => Promise<void>;
  readonly onRemove: (action: ContentAction) => Promise<void>;
}

function ActionRows({ list, own, onEdit, mayWrite, onMove, onRemove }: ActionRowsProps) {
  const { t } = useTranslation('content');
  return (
    <Stack component="ul" gap="xs" className="plain-list" aria-label={t('actions')} ref={list}>
      {own.map((action, index, { length }) => (
        <ActionRow
          key={action.id}
          action={action}
          onEdit={onEdit}
          mayWrite={mayWrite}
          index={index}
          onMove={onMove}
          count={length}
          onRemove={onRemove}
        />
      ))}
    </Stack>
  );
}

interface ActionsHeadProps {
  readonly mayWrite: Props['mayWrite'];
  readonly onNew: () => void;
}

function ActionsHead({ mayWrite, onNew }: ActionsHeadProps) {
  const { t } = useTranslation('content');
  return (
    <Group justify="space-between">
      <Title order={2} size="h5">
        {t('actions')}
      </Title>
      {mayWrite && (
        <Button
          size="xs"
          variant="light"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onNew()}
        >
          {t('newAction')}
        </Button>
      )}
    </Group>
  );
}

function AlsoOffered({ alsoOffered }: { readonly alsoOffered: Props['alsoOffered'] }) {
  const { t } = useTranslation('content');
  return (
    <div>
      <Text size="xs" c="dimmed">
        {t('alsoOffered')}
      </Text>
      <ul className="plain-list">
        {alsoOffered.map(({ id, name, from }) => (
          <Text key={id} component="li" size="sm" className="one-line">
            {t('offeredFrom', { name: name.slice(0, 100), place: from.slice(0, 100) })}
          </Text>
        ))}
      </ul>
    </div>
  );
}

interface NoActionsProps {
  readonly alsoOffered: Props['alsoOffered'];
  readonly answeredIn: Props['answeredIn'];
  readonly mayWrite: Props['mayWrite'];
  readonly elsewhere: readonly string[];
  readonly onCopyFrom: (code: string) => Promise<void>;
}

function NoActions({ alsoOffered, answeredIn, mayWrite, elsewhere, onCopyFrom }: NoActionsProps) {
  const { t } = useTranslation('content');
  const { language } = useFormats();
  const copyFrom = useOneAtATime(onCopyFrom);
  return (
    <>
      <Text size="sm" c="dimmed">
        {t(alsoOffered.length > 0 ? 'noOwnActions' : 'noActions')}
        {answeredIn !== null && ` ${t('answeredIn', { language: language(answeredIn) })}`}
      </Text>
      {mayWrite && elsewhere.length > 0 && (
        <Group gap="xs">
          {elsewhere.map((code) => (
            <Button key={code} size="compact-sm" variant="default" onClick={(event) => copyFrom(event, code)}>
              {t('copyFrom', { language: language(code) })}
            </Button>
          ))}
        </Group>
      )}
    </>
  );
}

/** The keyboard goes on at what was just saved, once the list has it. */
function useFocusOfSaved(editedId: string | null, own: ContentAction[]) {
  const list = useRef<HTMLDivElement>(null);
  const [saved, setSaved] = useState<{ readonly id: string; readonly mayFocus: () => boolean } | null>(null);
  const isListed = editedId === null && own.some(({ id }) => id === saved?.id);
  useEffect(() => {
    if (!isListed || saved === null) return;
    if (saved.mayFocus()) list.current?.querySelector<HTMLElement>(`[data-action="${saved.id}"]`)?.focus();
    setSaved(null);
  }, [isListed, saved]);
  const noteSaved = (id: string | undefined) =>
    setSaved(id === undefined ? null : { id, mayFocus: watchForLaterFocus() });
  return { list, noteSaved };
}

const NEW = 'new';
