/** Of two editors, the second sees here what the other one wrote, and decides. */
import { Alert, Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Draft } from './draft';
import { IconUsers } from '../icons/icons';

interface Props {
  /** The saved text, in a line; null where it is gone. */
  readonly theirs: string | null;
  /** Holds the own text. */
  readonly draft: Pick<Draft<never>, 'discard' | 'rebase'>;
  /** Of what is saved now. */
  readonly version: string | null;
  readonly onDecided: () => void;
}

export function ConflictNotice({ theirs, draft, version, onDecided }: Props) {
  const { t } = useTranslation();
  const takeTheirs = () => {
    draft.discard();
    onDecided();
  };
  const keepMine = () => {
    draft.rebase(version);
    onDecided();
  };
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
        <Button size="compact-sm" variant="default" onClick={takeTheirs}>
          {t('conflict.take')}
        </Button>
        {theirs !== null && (
          <Button size="compact-sm" variant="light" color="orange" onClick={keepMine}>
            {t('conflict.keep')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
