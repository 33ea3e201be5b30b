/** The actions of an element in one language, in the order of the reader. */
import {
  ActionIcon,
  Badge,
  Button,
  Group,
  Menu,
  Paper,
  Stack,
  Text,
  Title,
  UnstyledButton,
} from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconDotsVertical, IconPlus, IconTrash } from '../icons/icons';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../i18n/format';
import { useTell } from '../tell';
import { ActionForm } from './ActionForm';
import type { ContentWriter } from './content-writer';
import type { ContentAction, ContentIcon, ContentTitle } from './documents';
import { cssOf } from './look';
import { parseContent, summaryOf } from './shapes';
import { TypeSign } from './TypeSign';

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
  readonly onChanged: () => void;
}

export function ActionList({
  nodeId,
  languageCode,
  actions,
  writer,
  icons,
  alsoOffered,
  answeredIn,
  titleIn,
  mayWrite,
  onChanged,
}: Props) {
  const { t } = useTranslation('content');
  const { tellDone, tellProblem } = useTell();
  const { language } = useFormats();
  const [editedId, setEditedId] = useState<string | null>(null);
  const own = actions.filter((action) => action.languageCode === languageCode).sort(inReadersOrder);
  const elsewhere = [...new Set(actions.map((action) => action.languageCode))].filter(
    (code) => code !== languageCode,
  );
  const edited = own.find(({ id }) => id === editedId) ?? null;

  // The keyboard goes on at what was just saved, once the list has it.
  const list = useRef<HTMLDivElement>(null);
  const [savedId, setSavedId] = useState<string | null>(null);
  const isListed = editedId === null && own.some(({ id }) => id === savedId);
  useEffect(() => {
    if (!isListed) return;
    list.current?.querySelector<HTMLElement>(`[data-action="${savedId}"]`)?.focus();
    setSavedId(null);
  }, [isListed, savedId]);

  const move = async (from: number, to: number) => {
    const order = own.toSpliced(from, 1).toSpliced(to, 0, ...own.slice(from, from + 1));
    const changes = order.map(({ id }, index) => ({
      updateAction: { id, patch: { order: index + 1, priority: null } },
    }));
    const outcome = await writer.apply(changes);
    if (!outcome.isDone) tellProblem(outcome.problem);
    onChanged();
  };
  const remove = async (action: ContentAction) => {
    const outcome = await writer.deleteAction(action.id, action.version);
    if (!outcome.isDone) tellProblem(outcome.problem);
    else {
      tellDone(t('actionDeleted'), {
        undo: async () => writer.createAction(copyOf(action, nodeId, languageCode)).then(onChanged),
      });
    }
    onChanged();
  };
  const copyFrom = async (code: string) => {
    const changes = actions
      .filter((action) => action.languageCode === code)
      .sort(inReadersOrder)
      .map((action) => ({ createAction: copyOf(action, nodeId, languageCode) }));
    const outcome = await writer.apply(changes);
    if (!outcome.isDone) tellProblem(outcome.problem);
    else await copyTitleFrom(code);
    onChanged();
  };
  /** The title comes along where there is none yet. */
  const copyTitleFrom = async (code: string) => {
    const value = titleIn(code)?.value ?? '';
    const own = titleIn(languageCode);
    if (value === '' || (own?.value ?? '') !== '') return;
    const outcome = await writer.setTitle({ nodeId, languageCode }, value, own?.version ?? null);
    if (!outcome.isDone) tellProblem(outcome.problem);
  };
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2} size="h5">
          {t('actions')}
        </Title>
        {mayWrite && (
          <Button
            size="xs"
            variant="light"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setEditedId(NEW)}
          >
            {t('newAction')}
          </Button>
        )}
      </Group>
      {own.length === 0 && (
        <Text size="sm" c="dimmed">
          {t(alsoOffered.length > 0 ? 'noOwnActions' : 'noActions')}
          {answeredIn !== null && ` ${t('answeredIn', { language: language(answeredIn) })}`}
        </Text>
      )}
      {own.length === 0 && mayWrite && elsewhere.length > 0 && (
        <Group gap="xs">
          {elsewhere.map((code) => (
            <Button key={code} size="compact-sm" variant="default" onClick={() => void copyFrom(code)}>
              {t('copyFrom', { language: language(code) })}
            </Button>
          ))}
        </Group>
      )}
      <Stack component="ul" gap="xs" className="plain-list" aria-label={t('actions')} ref={list}>
        {own.map((action, index) => (
          <Paper key={action.id} component="li" withBorder p={6} radius="md">
            <Group wrap="nowrap" gap="xs">
              <UnstyledButton
                className="action-row"
                data-action={action.id}
                onClick={() => setEditedId(action.id)}
                disabled={!mayWrite}
              >
                <span className="action-sign" style={cssOf(action.style)}>
                  {action.icon === null ? (
                    <TypeSign type={action.type} />
                  ) : (
                    <img src={action.icon.url} alt="" width={22} height={22} />
                  )}
                </span>
                <span style={{ minWidth: 0 }}>
                  <Text component="span" display="block" size="sm" fw={600} className="one-line">
                    {action.name}
                  </Text>
                  <Text component="span" display="block" size="xs" c="dimmed" className="one-line">
                    {`${t(`types.${action.type}`)} · ${summaryOf(parseContent(action.content))}`}
                  </Text>
                </span>
              </UnstyledButton>
              {!action.isValid && (
                <Badge color="red" variant="light">
                  {t('invalid')}
                </Badge>
              )}
              {mayWrite && (
                <Menu position="bottom-end">
                  <Menu.Target>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={t('menu', { name: action.name.slice(0, 80) })}
                    >
                      <IconDotsVertical size={16} aria-hidden />
                    </ActionIcon>
                  </Menu.Target>
                  <Menu.Dropdown>
                    <Menu.Item
                      disabled={index === 0}
                      leftSection={<IconArrowUp size={16} aria-hidden />}
                      onClick={() => void move(index, index - 1)}
                    >
                      {t('up')}
                    </Menu.Item>
                    <Menu.Item
                      disabled={index === own.length - 1}
                      leftSection={<IconArrowDown size={16} aria-hidden />}
                      onClick={() => void move(index, index + 1)}
                    >
                      {t('down')}
                    </Menu.Item>
                    <Menu.Item
                      color="var(--mantine-color-error)"
                      leftSection={<IconTrash size={16} aria-hidden />}
                      onClick={() => void remove(action)}
                    >
                      {t('delete')}
                    </Menu.Item>
                  </Menu.Dropdown>
                </Menu>
              )}
            </Group>
          </Paper>
        ))}
      </Stack>
      {alsoOffered.length > 0 && (
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
      )}
      {(editedId === NEW || edited !== null) && (
        <ActionForm
          key={editedId}
          nodeId={nodeId}
          languageCode={languageCode}
          action={edited}
          writer={writer}
          nextOrder={Math.max(0, ...own.map(({ order }) => order ?? 0)) + 1}
          icons={icons}
          onClose={() => setEditedId(null)}
          onSaved={(id) => {
            setSavedId(id ?? null);
            onChanged();
          }}
        />
      )}
    </Stack>
  );
}

const NEW = 'new';

function copyOf(action: ContentAction, nodeId: string, languageCode: string) {
  const { name, type, content, style, priority, order, iconId } = action;
  return { nodeId, languageCode, name, type, content, style, priority, order, iconId };
}

/** As the server sorts them: by priority, then by order, those without last. */
function inReadersOrder(a: ContentAction, b: ContentAction): number {
  const place = (value: number | null) => value ?? Number.MAX_SAFE_INTEGER;
  return place(a.priority) - place(b.priority) || place(a.order) - place(b.order) || (a.id < b.id ? -1 : 1);
}
