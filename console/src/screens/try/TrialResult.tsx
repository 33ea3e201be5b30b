/** What came of a photo: the verdict, the overlay, the reader's answer, the candidates and the time. */
import { Paper, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '../../parts/icons/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../i18n/format';
import { ReaderCard } from '../../parts/reader/ReaderCard';
import { CandidateList, nameOf } from './CandidateList';
import { Overlay } from './Overlay';
import { Stages } from './Stages';
import type { Trial } from './try-documents';

export function TrialResult({ trial, photoUrl }: { readonly trial: Trial; readonly photoUrl: string }) {
  const { t } = useTranslation('try');
  const [chosen, setChosen] = useState(0);
  const candidate = trial.candidates[chosen];
  return (
    <div className="try-result">
      <Overlay photoUrl={photoUrl} candidate={candidate} />
      <Stack gap="md">
        <Verdict trial={trial} />
        {trial.answer !== null && (
          <Paper withBorder p="md" radius="lg">
            <ReaderCard
              title={trial.answer.title ?? trial.answer.data}
              titleStyle={trial.answer.titleStyle}
              actions={trial.answer.actions}
            />
          </Paper>
        )}
        <CandidateList candidates={trial.candidates} chosen={chosen} onChoose={setChosen} />
        {trial.timing !== null && <Stages timing={trial.timing} />}
        <Text size="sm" c="dimmed">
          {t('points', { count: trial.keypointCount })}
        </Text>
      </Stack>
    </div>
  );
}

function Verdict({ trial }: { readonly trial: Trial }) {
  const { t } = useTranslation('try');
  const formats = useFormats();
  const [best] = trial.candidates;
  const isFound = trial.answer !== null;
  const Icon = isFound ? IconCircleCheck : IconCircleX;
  const reason = best === undefined ? 'Empty' : best.outcome;
  return (
    <Paper withBorder p="md" radius="lg" className="try-verdict" data-found={isFound} role="status">
      <Icon size={36} stroke={1.5} aria-hidden />
      <div>
        <Title order={2} size="h4" className="any-text">
          {isFound && best !== undefined ? t('found', { name: nameOf(best) }) : t('notFound')}
        </Title>
        <Text size="sm">
          {trial.answer !== null
            ? t('certainty', {
                score: formats.percent(trial.answer.score),
                points: best?.match.inlierCount ?? 0,
              })
            : t(`why.${reason}`)}
        </Text>
      </div>
    </Paper>
  );
}
