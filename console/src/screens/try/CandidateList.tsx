/** The nearest pages, zones and pictures, and why each was taken or refused. */
import { Anchor, Badge, Group, Paper, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../i18n/format';
import type { Candidate } from './try-documents';
import type { useCandidateNames } from './use-candidate-names';

interface Props {
  readonly candidates: readonly Candidate[];
  readonly names: ReturnType<typeof useCandidateNames>;
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
}

const COLORS: Readonly<Record<Candidate['outcome'], string>> = {
  ANSWERED: '#1d6b31',
  NOT_THE_MEANT_ONE: 'ink.8',
  NO_ACTION: '#8a5200',
  OUTSIDE_WINDOW: '#8a5200',
  REFUSED: 'gray.7',
};

export function CandidateList({ candidates, names, chosen, onChoose }: Props) {
  const { t } = useTranslation('try');
  const formats = useFormats();
  if (candidates.length === 0) return null;
  return (
    <section aria-label={t('candidates')}>
      <Title order={3} size="h5" mb="xs">
        {t('candidates')}
      </Title>
      <Stack gap="xs">
        {candidates.map((candidate, index) => (
          <div key={candidate.element?.id ?? candidate.picture?.id ?? index}>
            <UnstyledButton w="100%" aria-pressed={index === chosen} onClick={() => onChoose(index)}>
              <Paper withBorder p="sm" className="try-candidate" data-chosen={index === chosen}>
                <Group justify="space-between" wrap="nowrap" gap="xs">
                  <Text fw={600} className="one-line">
                    {names(candidate).name}
                  </Text>
                  <Badge color={COLORS[candidate.outcome]} style={{ flexShrink: 0 }}>
                    {t(`outcomes.${candidate.outcome}`)}
                  </Badge>
                </Group>
                <Text size="sm" c="dimmed" className="any-text">
                  {placeOf(candidate)}
                </Text>
                {candidate.recognizedBy !== null && (
                  <Text size="sm" className="any-text">
                    {t('samePage', { name: candidate.recognizedBy.name })}
                  </Text>
                )}
                <Text size="sm">
                  {t('facts', {
                    score: formats.percent(1 - candidate.match.distance),
                    count: candidate.match.inlierCount,
                    surface: formats.percent(candidate.match.coveredSurface),
                  })}
                </Text>
                {candidate.outcome === 'REFUSED' && (
                  <Text size="sm">{t(`refused.${reasonOf(candidate.match.decision)}`)}</Text>
                )}
              </Paper>
            </UnstyledButton>
            <ToPage {...names(candidate)} />
          </div>
        ))}
      </Stack>
    </section>
  );
}

type Named = ReturnType<ReturnType<typeof useCandidateNames>>;

function ToPage({ name, address, search }: Named) {
  const { t } = useTranslation('try');
  if (address === null) return null;
  return (
    <Anchor
      component={Link}
      to={address}
      search={search as never}
      size="xs"
      aria-label={t('openPageOf', { name })}
    >
      {t('openPage')}
    </Anchor>
  );
}

/** The document and the folders that it lies in. */
function placeOf({ element }: Candidate): string {
  const above = element?.path.slice(1, -1) ?? [];
  return above.map(({ name }) => name).join(' › ');
}

/** The engine's words as keys of sentences. */
function reasonOf(decision: string): 'geometry' | 'shape' | 'similar' | 'different' {
  if (decision === 'REJECTED_BY_GEOMETRY') return 'geometry';
  if (decision === 'REJECTED_BY_BOX') return 'shape';
  return decision === 'SIMILAR' ? 'similar' : 'different';
}
