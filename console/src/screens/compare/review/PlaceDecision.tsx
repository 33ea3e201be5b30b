/** The decision about a place: accepted, rejected, with a comment. */
import { Button, Group, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../i18n/format';
import { IconCheck, IconX } from '../../../parts/icons/icons';
import type { Decision } from '../comparison';

interface Props {
  readonly decision: Decision | undefined;
  /** null for those who only look. */
  readonly onDecide: ((verdict: Decision['verdict'], comment: string) => void) | null;
}

const VERDICTS = [
  { verdict: 'ACCEPTED', Icon: IconCheck },
  { verdict: 'REJECTED', Icon: IconX },
] as const;

export function PlaceDecision({ decision, onDecide }: Props) {
  const { t } = useTranslation('compare');
  const { dateTime } = useFormats();
  const verdict = decision?.verdict ?? null;
  const comment = decision?.comment ?? '';
  const said = decision !== undefined && (
    <Text size="xs" c="dimmed" className="any-text" mt={4}>
      {t('decision.by', { user: decision.user, date: dateTime(decision.createdAt) })}
    </Text>
  );
  if (onDecide === null) {
    if (decision === undefined) return null;
    return (
      <div>
        <Text size="sm" fw={600}>
          {verdict === null ? t('decision.comment') : t(`decision.said${verdict}`)}
        </Text>
        {comment !== '' && (
          <Text size="sm" className="any-text">
            {comment}
          </Text>
        )}
        {said}
      </div>
    );
  }
  return (
    <div role="group" aria-label={t('decision.title')}>
      <Group gap="xs" align="flex-end">
        {VERDICTS.map(({ verdict: one, Icon }) => (
          <Button
            key={one}
            size="compact-sm"
            variant={verdict === one ? 'filled' : 'default'}
            aria-pressed={verdict === one}
            leftSection={<Icon size={16} aria-hidden />}
            onClick={() => onDecide(verdict === one ? null : one, comment)}
          >
            {t(`decision.${one}`)}
          </Button>
        ))}
        <TextInput
          // Another place has another comment.
          key={comment}
          size="xs"
          label={t('decision.comment')}
          defaultValue={comment}
          maxLength={2000}
          style={{ flex: 1, minWidth: '10rem' }}
          onBlur={({ currentTarget: { value } }) => {
            if (value.trim() !== comment) onDecide(verdict, value);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.currentTarget.blur();
          }}
        />
      </Group>
      {said}
    </div>
  );
}
