/** The trash, and the ways back. */
import {
  ActionIcon,
  Button,
  Group,
  Menu,
  ScrollArea,
  Stack,
  Table,
  Text,
  VisuallyHidden,
} from '@mantine/core';
import { IconArrowBackUp, IconDotsVertical, IconTrash } from '../../parts/icons/icons';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { change, type Outcome } from '../../api/change';
import { useLongList } from '../../api/pages';
import { useViewer } from '../../api/session';
import { treeChanged } from '../../api/tree-changes';
import { useFormats } from '../../i18n/format';
import { Confirm } from '../../parts/dialogs/Confirm';
import { EmptyState } from '../../parts/EmptyState';
import { Loading } from '../../parts/Loading';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { Screen } from '../../parts/Screen';
import { tookBack, useTell } from '../../parts/tell';
import {
  trashQuery,
  restoreFromTrash,
  purgeFromTrash,
  emptyTrash,
  pickTrash,
  type Entry,
} from './trash-documents';

export function TrashScreen() {
  const { t } = useTranslation('trash');
  const { organization } = useViewer();
  const [isEmptying, setEmptying] = useState(false);
  const [purged, setPurged] = useState<Entry | null>(null);
  const { items, totalCount, problem, need, retry } = useLongList(
    trashQuery,
    { id: organization.id },
    pickTrash,
  );
  const { finish, bringBack } = useWaysOut();
  return (
    <Screen
      title={t('title')}
      text={t('text')}
      actions={
        items.length > 0 && (
          <Button
            variant="light"
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => setEmptying(true)}
          >
            {t('emptyTrash')}
          </Button>
        )
      }
    >
      {problem !== null && <ProblemNotice problem={problem} onRetry={retry} />}
      {totalCount === null && problem === null && <Loading shape="rows" />}
      {totalCount === 0 && (
        <EmptyState icon={IconTrash} title={t('empty.title')} text={t('empty.text')}>
          <Button component={Link} to="/library" variant="light">
            {t('common:navigation.library')}
          </Button>
        </EmptyState>
      )}
      {items.length > 0 && <TrashTable items={items} onRestore={bringBack} onPurge={setPurged} />}
      {totalCount !== null && items.length < totalCount && (
        <Button variant="default" mt="md" onClick={() => need(items.length)}>
          {t('next')}
        </Button>
      )}
      <Sure
        purged={purged}
        onPurged={setPurged}
        onOutcome={finish}
        isEmptying={isEmptying}
        onEmptying={setEmptying}
      />
    </Screen>
  );
}

/** Brings elements back, and says how leaving the trash ended. */
function useWaysOut() {
  const { t } = useTranslation('trash');
  const client = useClient();
  const { tellDone, tellProblem } = useTell();
  const finish = <Value,>(outcome: Outcome<Value>, text: string) => {
    if (outcome.isDone) tellDone(text);
    else tellProblem(outcome.problem);
    treeChanged();
  };
  const bringBack = async ({ elementId: id, name }: Entry, isInactive: boolean) => {
    const outcome = await change(client, restoreFromTrash, { id, isInactive });
    if (outcome.isDone) tookBack(id);
    finish(outcome, t('restored', { name }));
  };
  return { finish, bringBack };
}

interface SureProps {
  readonly purged: Entry | null;
  readonly onPurged: (next: Entry | null) => void;
  readonly onOutcome: (outcome: Outcome<unknown>, text: string) => void;
  readonly isEmptying: boolean;
  readonly onEmptying: (next: boolean) => void;
}

function Sure({ purged, onPurged, onOutcome, isEmptying, onEmptying }: SureProps) {
  const { t } = useTranslation('trash');
  const client = useClient();
  const { organization } = useViewer();
  return (
    <>
      {purged !== null && (
        <Confirm
          text={t('sure.purge', { name: purged.name.slice(0, 200) })}
          action={t('sure.yes')}
          onClose={() => onPurged(null)}
          onYes={async () =>
            onOutcome(await change(client, purgeFromTrash, { id: purged.elementId }), t('purged'))
          }
        />
      )}
      {isEmptying && (
        <Confirm
          text={t('sure.empty')}
          action={t('sure.yes')}
          onClose={() => onEmptying(false)}
          onYes={async () =>
            onOutcome(await change(client, emptyTrash, { organizationId: organization.id }), t('purged'))
          }
        />
      )}
    </>
  );
}

interface TrashTableProps {
  readonly items: readonly Entry[];
  readonly onRestore: (entry: Entry, isInactive: boolean) => Promise<void>;
  readonly onPurge: (next: Entry | null) => void;
}

function TrashTable({ items, onRestore, onPurge }: TrashTableProps) {
  const { t } = useTranslation('trash');
  return (
    <ScrollArea type="auto">
      <Table verticalSpacing="sm" miw={720} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('name')}</Table.Th>
            <Table.Th>{t('was')}</Table.Th>
            <Table.Th>{t('when')}</Table.Th>
            <Table.Th>{t('until')}</Table.Th>
            <Table.Th>
              <VisuallyHidden>{t('restore')}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((entry) => (
            <EntryRow
              key={entry.elementId}
              entry={entry}
              onRestore={(isInactive) => void onRestore(entry, isInactive)}
              onPurge={() => onPurge(entry)}
            />
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}

interface RowProps {
  readonly entry: Entry;
  readonly onRestore: (isInactive: boolean) => void;
  readonly onPurge: () => void;
}

function EntryRow({ entry, onRestore, onPurge }: RowProps) {
  const { t } = useTranslation('trash');
  const { date, dateTime } = useFormats();
  const { name, type, place, pages, freedCredits, trashedAt, purgedAt, user } = entry;
  return (
    <Table.Tr>
      <Table.Td maw={320}>
        <Text fw={600} className="one-line" title={name.slice(0, 500)}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {[t(`types.${type}`), ...(type === 'PICTURE' ? [] : [t('pages', { count: pages })])].join(' · ')}
        </Text>
      </Table.Td>
      <Table.Td maw={240}>
        <Text size="sm" className="one-line">
          {place.join(' / ') || t('topPlace')}
        </Text>
      </Table.Td>
      <Table.Td>
        <Text size="sm">{dateTime(trashedAt)}</Text>
        <Text size="xs" c="dimmed" className="one-line">
          {user}
        </Text>
      </Table.Td>
      <Table.Td>
        <Text size="sm">{date(purgedAt)}</Text>
      </Table.Td>
      <Table.Td>
        <Group gap={4} wrap="nowrap" justify="flex-end">
          <Stack gap={0} align="flex-end">
            <Button
              size="xs"
              variant="light"
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              onClick={() => onRestore(false)}
            >
              {t('restore')}
            </Button>
            {freedCredits > 0 && (
              <Text size="xs" c="dimmed">
                {t('credits', { count: freedCredits })}
              </Text>
            )}
          </Stack>
          <EntryMenu name={name} freedCredits={freedCredits} onRestore={onRestore} onPurge={onPurge} />
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

interface EntryMenuProps {
  readonly name: string;
  readonly freedCredits: number;
  readonly onRestore: RowProps['onRestore'];
  readonly onPurge: RowProps['onPurge'];
}

function EntryMenu({ name, freedCredits, onRestore, onPurge }: EntryMenuProps) {
  const { t } = useTranslation('trash');
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('more', { name: name.slice(0, 80) })}>
          <IconDotsVertical size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {freedCredits > 0 && <Menu.Item onClick={() => onRestore(true)}>{t('restoreInactive')}</Menu.Item>}
        <Menu.Item color="var(--mantine-color-error)" onClick={onPurge}>
          {t('purge')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
