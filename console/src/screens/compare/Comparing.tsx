/** Asks what differs between two pictures, and shows it. */
import { Alert, Button, Grid, Group, Paper, Text, Title } from '@mantine/core';
import { IconFileTypePdf, IconPhotoX, IconPhotoSearch, IconZoomExclamation } from '../../parts/icons/icons';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { change } from '../../api/change';
import type { Problem } from '../../api/graphql';
import { useFormats } from '../../i18n/format';
import { Loading } from '../../parts/Loading';
import { ProblemNotice } from '../../parts/ProblemNotice';
import './compare.css';
import { comparePictures, type Fine, type Side, SMALL_PRINT_POINTS } from './comparison';
import { ComparisonFigure } from './ComparisonFigure';
import { DifferenceList } from './DifferenceList';
import { nameOf } from './PictureSlot';
import { Report } from './Report';

interface Compared {
  readonly sides: readonly [Side, Side];
  readonly fine: Fine | null;
  readonly date: Date;
}

/** Asks as soon as both pictures are there. */
export function Comparing({ sides }: { readonly sides: readonly [Side, Side] }) {
  const client = useClient();
  const [compared, setCompared] = useState<Compared | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [asked] = useState(sides);
  useEffect(() => {
    let isOver = false;
    const [reference, query] = asked;
    void change(client, comparePictures, { reference: inputOf(reference), query: inputOf(query) }).then(
      (outcome) => {
        if (isOver) return;
        if (outcome.isDone) setCompared({ sides: asked, fine: outcome.value.fine, date: new Date() });
        else setProblem(outcome.problem);
      },
    );
    return () => {
      isOver = true;
    };
  }, [client, asked, attempt]);
  const again = () => {
    setProblem(null);
    setAttempt(attempt + 1);
  };
  if (problem !== null) return <ProblemNotice problem={problem} onRetry={again} />;
  return compared === null ? <Loading /> : <Result {...compared} />;
}

const inputOf = (side: Side) => (side.kind === 'file' ? { file: side.file } : { imageId: side.imageId });

function Result({ sides, fine, date }: Compared) {
  const { t } = useTranslation('compare');
  const formats = useFormats();
  const [chosen, setChosen] = useState<number | null>(fine?.differences[0]?.number ?? null);
  if (fine === null) {
    return (
      <Alert color="orange" variant="light" icon={<IconPhotoX aria-hidden />} title={t('verdict.other')}>
        {t('verdict.otherText')}
      </Alert>
    );
  }
  const [first, second] = sides.map((side) => ({ url: side.url, name: nameOf(side, t) })) as unknown as [
    { url: string; name: string },
    { url: string; name: string },
  ];
  const count = fine.differences.length;
  const verdict = count === 0 ? t('verdict.same') : t('verdict.differences', { count });
  return (
    <section aria-label={t('result')}>
      <Group justify="space-between" mb="md">
        <Group gap="sm" wrap="nowrap">
          {count === 0 ? (
            <IconPhotoSearch size={28} aria-hidden />
          ) : (
            <IconZoomExclamation size={28} aria-hidden />
          )}
          <div>
            <Title order={2} size="h3">
              {verdict}
            </Title>
            <Text c="dimmed" size="sm">
              {t('visible', { share: formats.percent(fine.visibleShare) })}
            </Text>
          </div>
        </Group>
        {/* Nothing found is no proof that nothing differs: there is no report that could pass for one. */}
        {count > 0 && (
          <Button leftSection={<IconFileTypePdf size={18} aria-hidden />} onClick={() => window.print()}>
            {t('report.make')}
          </Button>
        )}
      </Group>
      <Alert color="orange" variant="light" mb="md" role="note" title={t('limit.title')}>
        {t('limit.text', { points: SMALL_PRINT_POINTS })}
      </Alert>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: count === 0 ? 12 : 8 }}>
          <Paper withBorder p="sm" radius="lg">
            <ComparisonFigure {...{ fine, first, second, chosen }} onChoose={setChosen} />
          </Paper>
        </Grid.Col>
        {count > 0 && (
          <Grid.Col span={{ base: 12, md: 4 }}>
            <DifferenceList
              differences={fine.differences}
              {...{ first, second, chosen }}
              onChoose={setChosen}
            />
          </Grid.Col>
        )}
      </Grid>
      {count > 0 && <Report {...{ fine, verdict, first, second, date }} />}
    </section>
  );
}
