/** How well photos will find something, in five steps, with the reason and what helps. */
import { Group, Text } from '@mantine/core';
import { IconStar, IconStarFilled } from './icons/icons';
import { useTranslation } from 'react-i18next';

interface Props {
  readonly grade: number | null;
  readonly isRecognizable: boolean;
  readonly reason: string | null;
  /** Stars alone. */
  readonly isShort?: boolean;
}

const STEPS = [1, 2, 3, 4, 5];
const REASONS = new Set(['good', 'few_features', 'clustered', 'repetitive', 'blurred', 'too_small', 'flat']);

export function Recognizability({ grade, isRecognizable, reason, isShort = false }: Props) {
  const { t } = useTranslation();
  const stars = grade ?? 0;
  const level = isRecognizable ? Math.max(1, Math.min(5, Math.round(stars))) : 0;
  const sentence = t(`recognizability.levels.${level}`);
  return (
    <div>
      <Group gap={4} role="img" aria-label={t('recognizability.label', { stars: level, sentence })}>
        {STEPS.map((step) =>
          step <= level ? (
            <IconStarFilled key={step} size={16} className="star" aria-hidden />
          ) : (
            <IconStar key={step} size={16} className="star-empty" aria-hidden />
          ),
        )}
        {!isShort && (
          <Text size="sm" fw={600} ml={4}>
            {sentence}
          </Text>
        )}
      </Group>
      {!isShort && reason !== null && REASONS.has(reason) && (
        <Text size="xs" c="dimmed">
          {t(`recognizability.reasons.${reason}`)}
        </Text>
      )}
    </div>
  );
}
