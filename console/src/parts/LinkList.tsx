/** Links that are good, each with what ends it. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../i18n/format';

export interface Link {
  readonly id: string;
  /** Its subject, where the list holds links to more than one thing. */
  readonly about?: string;
  /** The user who made it. */
  readonly user: string;
  readonly expiresAt: string;
}

interface Props {
  readonly links: readonly Link[];
  readonly onRevoke: (id: string) => void;
}

export function LinkList({ links, onRevoke }: Props) {
  const { t } = useTranslation('links');
  const { dateTime } = useFormats();
  if (links.length === 0) return null;
  return (
    <Stack component="ul" gap="xs" className="plain-list" aria-label={t('good')}>
      {links.map(({ id, about, user, expiresAt }) => (
        <Group component="li" key={id} justify="space-between" wrap="nowrap">
          <div>
            {about !== undefined && (
              <Text size="sm" fw={600} className="any-text">
                {about}
              </Text>
            )}
            <Text size="sm" className="any-text">
              {t('until', { user, date: dateTime(expiresAt) })}
            </Text>
          </div>
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            style={{ flexShrink: 0 }}
            aria-label={t('revokeOf', { date: dateTime(expiresAt) })}
            onClick={() => onRevoke(id)}
          >
            {t('revoke')}
          </Button>
        </Group>
      ))}
    </Stack>
  );
}
