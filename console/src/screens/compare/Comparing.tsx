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
import {
  comparePictures,
  type Difference,
  type Fine,
  type ListedDifference,
  type Settings,
  type Side,
} from './comparison';
import { ComparisonFigure } from './ComparisonFigure';
import { DifferenceList } from './DifferenceList';
import { Ignored } from './Ignored';
import { useChosen } from './use-chosen';
import { nameOf } from './PictureSlot';
import { useReportLanguage } from './use-report-language';
import { Report } from './Report';

interface Compared {
  readonly sides: readonly [Side, Side];
  readonly fine: Fine | null;
  readonly date: Date;
}

interface Props {
  readonly sides: readonly [Side, Side];
  /** Another component is made where they change. */
  readonly settings?: Settings;
}

export const USUAL: Settings = { sensitivity: null, minDeltaE: null };

/** Asks as soon as both pictures are there. */
export function Comparing({ sides, settings = USUAL }: Props) {
  const client = useClient();
  const [compared, setCompared] = useState<Compared | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [asked] = useState(sides);
  const [wanted] = useState(settings);
  const language = useReportLanguage();
  useEffect(() => {
    let isOver = false;
    const [reference, query] = asked;
    void change(client, comparePictures, {
      reference: inputOf(reference),
      query: inputOf(query),
      settings: wanted,
      language,
    }).then((outcome) => {
      if (isOver) return;
      if (outcome.isDone) setCompared({ sides: asked, fine: outcome.value.fine, date: new Date() });
      else setProblem(outcome.problem);
    });
    return () => {
      isOver = true;
    };
  }, [client, asked, wanted, language, attempt]);
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
  const listed = useListed(fine?.differences ?? []);
  const { differences, ignored, chosen, setChosen, ignore, showAll } = useChosen(listed);
  const ignoredCount = ignored.length;
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
  const count = differences.length;
  const isSame = count === 0 && ignoredCount === 0 && fine.wholeChanges.length === 0;
  const verdict = isSame ? t('verdict.same') : t('verdict.differences', { count });
  return (
    <section aria-label={t('result')}>
      <Group justify="space-between" mb="md">
        <PictureVerdict count={count} verdict={verdict} fine={fine} />
        {/* Nothing found is no proof that nothing differs: there is no report that could pass for one. */}
        {count > 0 && (
          <Button leftSection={<IconFileTypePdf size={18} aria-hidden />} onClick={() => window.print()}>
            {t('report.make')}
          </Button>
        )}
      </Group>
      <Alert color="orange" variant="light" mb="md" role="note" title={t('limit.title')}>
        {t('limit.text')}
      </Alert>
      {fine.wholeChanges.length > 0 && <WholeChanges changes={fine.wholeChanges} />}
      {ignoredCount > 0 && <Ignored count={ignoredCount} onShow={showAll} />}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: count === 0 ? 12 : 8 }}>
          <Paper withBorder p="sm" radius="lg">
            <ComparisonFigure
              queryFromReference={fine.queryFromReference}
              {...{ differences, first, second, chosen }}
              onChoose={setChosen}
            />
          </Paper>
        </Grid.Col>
        {count > 0 && (
          <Grid.Col span={{ base: 12, md: 4 }}>
            <DifferenceList
              {...{ differences, first, second, chosen }}
              onChoose={setChosen}
              onIgnore={ignore}
            />
          </Grid.Col>
        )}
      </Grid>
      {count > 0 && <Report {...{ differences, ignored, verdict, first, second, date }} />}
    </section>
  );
}

function WholeChanges({ changes }: { readonly changes: Fine['wholeChanges'] }) {
  const { t } = useTranslation('compare');
  return (
    <Alert color="orange" variant="light" mb="md" title={t('everywhere')}>
      {changes.map(({ sentence }) => (
        <Text key={sentence} size="sm">
          {sentence}
        </Text>
      ))}
    </Alert>
  );
}

interface PictureVerdictProps {
  readonly count: number;
  readonly verdict: string;
  readonly fine: { readonly visibleShare: number };
}

function PictureVerdict({ count, verdict, fine }: PictureVerdictProps) {
  const { t } = useTranslation('compare');
  const formats = useFormats();
  return (
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
  );
}

function useListed(differences: readonly Difference[]): readonly ListedDifference[] {
  const { t } = useTranslation('compare');
  const formats = useFormats();
  return differences.map(({ number, kind, inReference, inQuery, meanDifference, deltaE, areaShare }) => ({
    number,
    kind,
    inReference,
    inQuery,
    facts: t('difference.facts', {
      strength: t(`strength.${strengthOf(meanDifference)}`),
      deltaE: formats.number(Math.round(deltaE)),
      share: formats.percent(areaShare),
    }),
  }));
}

/** In words: CIELAB units say little to an editor. */
function strengthOf(meanDifference: number): 'slight' | 'clear' | 'strong' {
  if (meanDifference < 12) return 'slight';
  return meanDifference < 35 ? 'clear' : 'strong';
}
