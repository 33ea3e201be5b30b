/** Parts of comments that members and guests share. */
import { Badge, Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconMapPin } from '../icons/icons';
import type { Pin } from './use-comments';

/** Of a comment, in characters. */
export const LONGEST_TEXT = 4000;

/** Rest of a text after a part of it was sent: what was typed behind that meanwhile, or all where that was changed. */
export const leftOf = (typed: string, sent: string) =>
  typed.startsWith(sent) ? typed.slice(sent.length).trimStart() : typed;

interface AuthorProps {
  readonly user: string;
  readonly isGuest: boolean;
}

/** A name, with a mark for guests: anybody can give any name. */
export function Author({ user, isGuest }: AuthorProps) {
  const { t } = useTranslation('comments');
  return (
    <Text size="sm" fw={600} className="any-text">
      {user.slice(0, 100)}
      {isGuest && (
        <Badge color="grape" variant="light" size="sm" ms={6}>
          {t('guest')}
        </Badge>
      )}
    </Text>
  );
}

interface PinProps {
  readonly pageId: string;
  readonly pin: Pin | null;
  readonly setPin: (pin: Pin | null) => void;
}

/** Puts a pin into the middle of the page, or takes it away. */
export function PinButton({ pageId, pin, setPin }: PinProps) {
  const { t } = useTranslation('comments');
  const isPinned = pin?.pageId === pageId;
  return (
    <Button
      size="xs"
      variant={isPinned ? 'filled' : 'default'}
      aria-pressed={isPinned}
      leftSection={<IconMapPin size={16} aria-hidden />}
      onClick={() => setPin(isPinned ? null : { pageId, x: 50, y: 50 })}
    >
      {t('putPin')}
    </Button>
  );
}

export function PinText() {
  const { t } = useTranslation('comments');
  return (
    <Text size="xs" c="dimmed">
      {t('pinText')}
    </Text>
  );
}
