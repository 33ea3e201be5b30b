/** The decision about a place: accepted, rejected, with a comment. */
import { Button, Group, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Outcome } from '../../../api/change';
import { useFormats } from '../../../i18n/format';
import { isComposing } from '../../../parts/editing/composing';
import { useDraft } from '../../../parts/editing/draft';
import { IconCheck, IconX } from '../../../parts/icons/icons';
import type { Decision } from '../comparison';
import type { ChangedDecision } from './use-review';

interface Props {
  /** Names what is typed about the place. */
  readonly draftName: string;
  readonly decision: Decision | undefined;
  /** null for those who only look. */
  readonly onDecide: ((change: ChangedDecision) => Promise<Outcome<unknown>>) | null;
}

const VERDICTS = [
  { verdict: 'ACCEPTED', Icon: IconCheck },
  { verdict: 'REJECTED', Icon: IconX },
] as const;

export function PlaceDecision({ draftName, decision, onDecide }: Props) {
  const { t } = useTranslation('compare');
  const { dateTime } = useFormats();
  const said = decision !== undefined && (
    <Text size="xs" c="dimmed" className="any-text" mt={4}>
      {t('decision.by', { user: decision.user, date: dateTime(decision.createdAt) })}
    </Text>
  );
  if (onDecide === null) {
    if (decision === undefined) return null;
    const { verdict, comment } = decision;
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
  const verdict = decision?.verdict ?? null;
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
            onClick={() => void onDecide({ verdict: verdict === one ? null : one })}
          >
            {t(`decision.${one}`)}
          </Button>
        ))}
        <Comment name={draftName} saved={decision?.comment ?? ''} onDecide={onDecide} />
      </Group>
      {said}
    </div>
  );
}

interface CommentProps {
  readonly name: string;
  readonly saved: string;
  readonly onDecide: NonNullable<Props['onDecide']>;
}

/** Enter or leaving it saves. */
function Comment({ name, saved, onDecide }: CommentProps) {
  const { t } = useTranslation('compare');
  const draft = useDraft(name, saved, saved);
  const save = () =>
    void draft.sendIfChanged(async (comment) => {
      const answer = await onDecide({ comment });
      return answer.isDone ? { isDone: true, value: { version: comment } } : answer;
    });
  return (
    <TextInput
      size="xs"
      label={t('decision.comment')}
      value={draft.value}
      maxLength={2000}
      style={{ flex: 1, minWidth: '10rem' }}
      onChange={(event) => draft.set(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !isComposing(event)) event.currentTarget.blur();
      }}
    />
  );
}
