/** How much is accepted, and the way to an approval. */
import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconChecks, IconCircleCheck } from '../../../parts/icons/icons';
import { ProblemNotice } from '../../../parts/ProblemNotice';
import type { PdfComparison } from '../comparison';
import { decisionAt, placesOf, type Review } from './use-review';

interface Props {
  readonly found: PdfComparison;
  readonly review: Review;
  readonly onApprove: () => void;
}

export function ReviewBar({ found, review: { decisions, decide, problem }, onApprove }: Props) {
  const { t } = useTranslation('compare');
  const places = placesOf(found);
  const verdicts = places.map(({ page, number }) => decisionAt(decisions, page, number)?.verdict ?? null);
  const accepted = verdicts.filter((verdict) => verdict === 'ACCEPTED').length;
  const rejected = verdicts.filter((verdict) => verdict === 'REJECTED').length;
  const open = places.filter((_place, at) => verdicts[at] === null);
  if (decide === null) return null;
  const acceptRest = () =>
    void decide(open.map(({ page, number }) => ({ page, number, verdict: 'ACCEPTED' })));
  return (
    <>
      <Group justify="space-between" mb="md" role="group" aria-label={t('approve.title')}>
        <Text size="sm">
          {places.length === 0
            ? t('approve.clean')
            : t('approve.progress', { accepted, rejected, count: open.length })}
        </Text>
        <Group gap="xs">
          {open.length > 0 && (
            <Button variant="default" leftSection={<IconChecks size={18} aria-hidden />} onClick={acceptRest}>
              {t('approve.acceptRest')}
            </Button>
          )}
          <Button
            leftSection={<IconCircleCheck size={18} aria-hidden />}
            disabled={accepted < places.length}
            onClick={onApprove}
          >
            {t('approve.open')}
          </Button>
        </Group>
      </Group>
      {problem !== null && <ProblemNotice problem={problem} />}
    </>
  );
}
