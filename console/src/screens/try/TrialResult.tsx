/** The result of a photo: the verdict, the overlay, the reader's answer, the candidates and the time. */
import { Anchor, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconCircleCheck, IconCircleX, IconSparkles } from '../../parts/icons/icons';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { graphql } from '../../api/graphql';
import { useQueryData } from '../../api/query';
import { useViewer } from '../../api/session';
import { useFormats } from '../../i18n/format';
import { ReaderCard } from '../../parts/reader/ReaderCard';
import { CandidateList } from './CandidateList';
import { Overlay } from './Overlay';
import { Stages } from './Stages';
import { useCandidateNames } from './use-candidate-names';
import type { Trial } from './try-documents';

export function TrialResult({ trial, photoUrl }: { readonly trial: Trial; readonly photoUrl: string }) {
  const { t } = useTranslation('try');
  const [chosen, setChosen] = useState(0);
  const candidate = trial.candidates[chosen];
  const names = useCandidateNames(trial.candidates);
  const isFirst = useIsFirst(trial);
  return (
    <div className="try-result">
      <Overlay
        photoUrl={photoUrl}
        candidate={candidate}
        isFirst={isFirst}
        name={candidate === undefined ? '' : names(candidate).name}
      />
      <Stack gap="md">
        <TrialVerdict trial={trial} names={names} isFirst={isFirst} />
        {trial.answer !== null && (
          <Paper withBorder p="md" radius="lg">
            <ReaderCard
              title={trial.answer.title ?? trial.answer.data}
              titleStyle={trial.answer.titleStyle}
              actions={trial.answer.actions}
            />
          </Paper>
        )}
        <CandidateList candidates={trial.candidates} names={names} chosen={chosen} onChoose={setChosen} />
        {trial.timing !== null && <Stages timing={trial.timing} />}
        <Text size="sm" c="dimmed">
          {t('points', { count: trial.keypointCount })}
        </Text>
      </Stack>
    </div>
  );
}

interface TrialVerdictProps {
  readonly trial: Trial;
  readonly names: ReturnType<typeof useCandidateNames>;
  readonly isFirst: boolean;
}

/** Whether this is the first photo that was recognized for the user in this browser. */
function useIsFirst(trial: Trial): boolean {
  const { id } = useViewer();
  const key = `loupe.first-recognized:${id}`;
  const isFirst = useMemo(() => trial.answer !== null && localStorage.getItem(key) === null, [trial, key]);
  useEffect(() => {
    if (isFirst) localStorage.setItem(key, 'yes');
  }, [isFirst, key]);
  return isFirst;
}

function TrialVerdict({ trial, names, isFirst }: TrialVerdictProps) {
  const { t } = useTranslation('try');
  const formats = useFormats();
  const [best] = trial.candidates;
  const isFound = trial.answer !== null;
  const Icon = isFound ? IconCircleCheck : IconCircleX;
  const shown = best === undefined ? null : names(best);
  const hasNoPages = useHasNoActivePage(best !== undefined);
  const by = best?.recognizedBy ?? null;
  const reason = best !== undefined ? best.outcome : hasNoPages ? 'NoPages' : 'Empty';
  return (
    <Paper withBorder p="md" radius="lg" className="try-verdict" data-found={isFound} role="status">
      <Icon size={36} stroke={1.5} aria-hidden />
      <div>
        <Title order={2} size="h4" className="any-text">
          {isFound && best !== undefined
            ? t(by === null ? 'found' : 'answered', { name: shown?.name ?? '' })
            : t('notFound')}
        </Title>
        {isFirst && (
          <Text size="sm" fw={600} className="try-first">
            <IconSparkles size={16} aria-hidden /> {t('first')}
          </Text>
        )}
        {isFound && by !== null && (
          <Text size="sm" className="any-text">
            {t('samePage', { name: by.name })}
          </Text>
        )}
        <Text size="sm">
          {trial.answer !== null
            ? t('certainty', {
                score: formats.percent(trial.answer.score),
                points: best?.match.inlierCount ?? 0,
              })
            : t(`why.${reason}`)}
        </Text>
        {reason === 'NoPages' && (
          <Anchor component={Link} to="/library" size="sm">
            {t('toLibrary')}
          </Anchor>
        )}
        {isFound && shown?.address != null && (
          <Anchor component={Link} to={shown.address} search={shown.search as never} size="sm">
            {t('openPage')}
          </Anchor>
        )}
      </div>
    </Paper>
  );
}

const activeQuery = graphql(`
  query ActiveDocuments($organizationId: ID!) {
    organization(id: $organizationId) {
      id
      documents(first: 1, isRecursive: true, status: ACTIVE) {
        totalCount
      }
    }
  }
`);

/** Whether there is nothing that a photo could show; asked only where nothing was found. */
function useHasNoActivePage(isFound: boolean): boolean {
  const { organization } = useViewer();
  const variables = { organizationId: organization.id };
  const [{ data }] = useQueryData({ query: activeQuery, variables, pause: isFound });
  return data?.organization.documents.totalCount === 0;
}
