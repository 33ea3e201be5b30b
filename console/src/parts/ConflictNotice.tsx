/** Of two editors, the second sees here what the other one wrote, and decides. */
import { Alert, Button, Group, Text } from '@mantine/core';
import { IconUsers } from './icons/icons';
import { useTranslation } from 'react-i18next';

interface Props {
  /** What is saved now, in a line; null where it is gone. */
  readonly theirs: string | null;
  readonly onTakeTheirs: () => void;
  readonly onKeepMine: () => void;
}

export function ConflictNotice({ theirs, onTakeTheirs, onKeepMine }: Props) {
  const { t } = useTranslation();
  return (
    <Alert
      color="orange"
      variant="light"
      role="alert"
      icon={<IconUsers aria-hidden />}
      title={t('conflict.title')}
    >
      <Text size="sm" className="any-text">
        {theirs === null ? t('conflict.gone') : t('conflict.theirs', { theirs: theirs.slice(0, 300) })}
      </Text>
      <Group gap="xs" mt="xs">
        <Button size="compact-sm" variant="default" onClick={onTakeTheirs}>
          {t('conflict.take')}
        </Button>
        {theirs !== null && (
          <Button size="compact-sm" variant="light" color="orange" onClick={onKeepMine}>
            {t('conflict.keep')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
