/** Chooses folders of an organization: those chosen, and a way through the tree with a box at each. */
import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Input,
  Paper,
  Pill,
  ScrollArea,
  Stack,
  Text,
} from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQueryData } from '../../../api/query';
import { IconArrowUp, IconChevronRight } from '../../../parts/icons/icons';
import { foldersBelowQuery } from './role-documents';
import { useFolderNames } from './role-words';

interface Place {
  readonly id: string;
  readonly name: string;
}

interface Props {
  readonly organization: Place;
  readonly chosen: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
  readonly error: string | undefined;
}

export function FolderField({ organization, chosen, onChange, error }: Props) {
  const { t } = useTranslation('roles');
  const nameOf = useFolderNames(chosen);
  const set = (id: string, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, id] : chosen.filter((each) => each !== id));
  return (
    <Input.Wrapper labelElement="div" label={t('foldersChosen')} error={error}>
      <Group gap={6} my={6}>
        {chosen.map((id) => (
          <Pill
            key={id}
            withRemoveButton
            onRemove={() => set(id, false)}
            removeButtonProps={{
              'aria-label': t('removeFolder', { name: nameOf(id) }),
              tabIndex: 0,
              'aria-hidden': false,
            }}
          >
            {nameOf(id)}
          </Pill>
        ))}
        {chosen.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('noFolderYet')}
          </Text>
        )}
      </Group>
      <FoldersBelow organization={organization} chosen={new Set(chosen)} onSet={set} />
    </Input.Wrapper>
  );
}

interface FoldersBelowProps {
  readonly organization: Place;
  readonly chosen: ReadonlySet<string>;
  readonly onSet: (id: string, isChosen: boolean) => void;
}

function FoldersBelow({ organization, chosen, onSet }: FoldersBelowProps) {
  const { t } = useTranslation('roles');
  const [way, setWay] = useState<readonly Place[]>([organization]);
  const here = way.at(-1) ?? organization;
  const above = way.at(-2);
  const [{ data }] = useQueryData({ query: foldersBelowQuery, variables: { id: here.id } });
  const folders = data?.treeNode.folders;
  return (
    <Paper withBorder p="xs" role="group" aria-label={t('foldersOf', { name: here.name })}>
      <Group gap="xs" mb={6}>
        <Text size="sm" fw={600} className="any-text">
          {here.name}
        </Text>
        {above !== undefined && (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconArrowUp size={14} aria-hidden />}
            onClick={() => setWay(way.slice(0, -1))}
          >
            {t('up', { name: above.name })}
          </Button>
        )}
      </Group>
      <ScrollArea.Autosize mah={200} type="auto" viewportProps={{ tabIndex: 0 }}>
        <Stack gap={4}>
          {folders?.map(({ id, name }) => (
            <Group key={id} justify="space-between" wrap="nowrap" gap="xs">
              <Checkbox
                label={name}
                checked={chosen.has(id)}
                onChange={(event) => onSet(id, event.currentTarget.checked)}
                className="any-text"
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={t('openFolder', { name })}
                onClick={() => setWay([...way, { id, name }])}
              >
                <IconChevronRight size={16} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
          {folders?.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('noFolders')}
            </Text>
          )}
        </Stack>
      </ScrollArea.Autosize>
    </Paper>
  );
}
