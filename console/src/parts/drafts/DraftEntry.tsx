/** One title, action or zone that a draft changes: before and after, by whom, and what stands in its way. */
import { Alert, Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../i18n/format';
import { IconUsers } from '../icons/icons';
import { ChangeList } from '../log/ChangeList';
import type { DraftChange } from './draft-documents';

interface Props {
  readonly entry: DraftChange;
  readonly isBusy: boolean;
  /** null for those who may only look. */
  readonly onDrop: (() => void) | null;
  readonly onKeep: () => void;
}

export function DraftEntry({ entry, isBusy, onDrop, onKeep }: Props) {
  const { t } = useTranslation(['draft', 'administration']);
  const { dateTime, language } = useFormats();
  const { kind, actionName, changes, conflict, user, updatedAt } = entry;
  const isNew = changes.every(({ before }) => before === null);
  const isGone = changes.every(({ after }) => after === null);
  const tongue = entry.languageCode === null ? '' : language(entry.languageCode);
  const state = isGone ? 'Gone' : isNew ? 'New' : '';
  const headings = {
    TITLE: () => t('title', { language: tongue }),
    ACTION: () => `${t(`action${state}`, { name: (actionName ?? '').slice(0, 100) })} · ${tongue}`,
    ZONE: () => t(`zone${state}`),
  };
  return (
    <li className="draft-entry">
      <Text size="sm" fw={600} className="any-text">
        {headings[kind]()}
      </Text>
      {kind === 'ZONE' && isNew ? (
        <Text size="sm">{t('zonePlace', placeOf(changes))}</Text>
      ) : (
        !isGone && <ChangeList entry={{ changes, changesLeftOut: 0 }} isNew={isNew} />
      )}
      <Group gap="xs" justify="space-between">
        <Text size="xs" c="dimmed" className="any-text">
          {t('administration:log.by', { user: user.slice(0, 100), date: dateTime(updatedAt) })}
        </Text>
        {onDrop !== null && conflict === null && (
          <Button size="compact-xs" variant="subtle" disabled={isBusy} onClick={onDrop}>
            {t('drop')}
          </Button>
        )}
      </Group>
      {conflict !== null && (
        <Alert
          color="orange"
          variant="light"
          icon={<IconUsers aria-hidden />}
          title={t(conflict.reason === 'GONE' ? 'goneTitle' : 'changedTitle')}
        >
          {conflict.reason === 'CHANGED' && (
            <ChangeList entry={{ changes: conflict.changes, changesLeftOut: 0 }} isNew={false} />
          )}
          {onDrop !== null && (
            <Group gap="xs" mt="xs">
              {conflict.reason === 'CHANGED' && (
                <Button size="compact-sm" variant="light" color="orange" disabled={isBusy} onClick={onKeep}>
                  {t('keep')}
                </Button>
              )}
              <Button size="compact-sm" variant="default" disabled={isBusy} onClick={onDrop}>
                {t(conflict.reason === 'GONE' ? 'drop' : 'theirs')}
              </Button>
            </Group>
          )}
        </Alert>
      )}
    </li>
  );
}

function placeOf(changes: DraftChange['changes']) {
  const percent = (field: string) => changes.find((change) => change.field === field)?.after ?? '';
  return {
    x: percent('positionXPercent'),
    y: percent('positionYPercent'),
    width: percent('widthPercent'),
    height: percent('heightPercent'),
  };
}
