/** One action in the list of its element, with its place among the others. */
import { ActionIcon, Badge, Group, Menu, Paper, Text, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconDotsVertical, IconTrash } from '../icons/icons';
import { useTranslation } from 'react-i18next';
import type { ContentAction } from './documents';
import { cssOf } from './look';
import { summaryOf } from './shapes';
import { contentOf } from './target';
import { TypeSign } from './TypeSign';
import { useRuleWords } from '../rules/rules';
import { useWindowWords } from '../window/time-window';

interface ActionRowProps {
  readonly action: ContentAction;
  readonly onEdit: (next: string | null) => void;
  readonly mayWrite: boolean;
  readonly index: number;
  readonly onMove: (from: number, to: number) => Promise<void>;
  readonly count: number;
  readonly onRemove: (action: ContentAction) => Promise<void>;
}

export function ActionRow({ action, onEdit, mayWrite, index, onMove, count, onRemove }: ActionRowProps) {
  const { t } = useTranslation('content');
  const { inWords } = useWindowWords();
  const { inWords: rulesInWords } = useRuleWords();
  return (
    <Paper component="li" withBorder p={6} radius="md">
      <Group wrap="nowrap" gap="xs">
        <UnstyledButton
          className="action-row"
          data-action={action.id}
          onClick={() => onEdit(action.id)}
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
              {`${t(`types.${action.type}`)} · ${summaryOf(contentOf(action.type, action.target))}`}
            </Text>
            {action.rules.length > 0 && (
              <Text component="span" display="block" size="xs" c="dimmed" className="one-line">
                {rulesInWords(action.rules)}
              </Text>
            )}
            {action.timeWindow !== null && (
              <Text component="span" display="block" size="xs" c="dimmed" className="one-line">
                {inWords(action.timeWindow)}
              </Text>
            )}
          </span>
        </UnstyledButton>
        {!action.isValid && (
          <Badge color="red" variant="light">
            {t('invalid')}
          </Badge>
        )}
        {mayWrite && (
          <ActionMenu action={action} index={index} onMove={onMove} count={count} onRemove={onRemove} />
        )}
      </Group>
    </Paper>
  );
}

interface ActionMenuProps {
  readonly action: ContentAction;
  readonly index: ActionRowProps['index'];
  readonly onMove: ActionRowProps['onMove'];
  readonly count: ActionRowProps['count'];
  readonly onRemove: ActionRowProps['onRemove'];
}

function ActionMenu({ action, index, onMove, count, onRemove }: ActionMenuProps) {
  const { t } = useTranslation('content');
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('menu', { name: action.name.slice(0, 80) })}>
          <IconDotsVertical size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          disabled={index === 0}
          leftSection={<IconArrowUp size={16} aria-hidden />}
          onClick={() => void onMove(index, index - 1)}
        >
          {t('up')}
        </Menu.Item>
        <Menu.Item
          disabled={index === count - 1}
          leftSection={<IconArrowDown size={16} aria-hidden />}
          onClick={() => void onMove(index, index + 1)}
        >
          {t('down')}
        </Menu.Item>
        <Menu.Item
          color="var(--mantine-color-error)"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => void onRemove(action)}
        >
          {t('delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
