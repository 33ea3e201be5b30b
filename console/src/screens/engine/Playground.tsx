/** A search with a picture: what was found, what was near and refused, and on which points the decision rests. */
import { Badge, Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../api/change';
import type { Problem, Success } from '../../api/graphql';
import { useFormats } from '../../i18n/format';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { explainMatch, searchReferences } from './engine';
import { AskedReferencePicture } from './ReferencePicture';
import { ReferenceTable } from './ReferenceTable';

const FOUND = new Set(['MATCH', 'CLONE']);

interface Props {
  readonly applicationId: string;
  /** Whether small pictures are kept, to be shown beside the names. */
  readonly hasPictures: boolean;
}

export function Playground({ applicationId, hasPictures }: Props) {
  const { t } = useTranslation('engine');
  const search = useChange(searchReferences);
  const explain = useChange(explainMatch);
  const [image, setImage] = useState<File | null>(null);
  const [answer, setAnswer] = useState<Success<typeof searchReferences> | null>(null);
  const [overlay, setOverlay] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const ask = async (file: File | null) => {
    if (file === null) return;
    setBusy(true);
    setImage(file);
    setOverlay(null);
    const outcome = await search({ applicationId, image: file });
    setBusy(false);
    setAnswer(outcome.isDone ? outcome.value : null);
    setProblem(outcome.isDone ? null : outcome.problem);
  };
  const show = async (referenceId: string) => {
    if (image === null) return;
    const outcome = await explain({ applicationId, referenceId, image });
    setProblem(outcome.isDone ? null : outcome.problem);
    if (outcome.isDone) setOverlay(outcome.value.overlay);
  };
  return (
    <Stack gap="sm">
      <Group>
        <FileButton
          accept="image/jpeg,image/png,image/gif"
          onChange={(file) => void ask(file)}
          inputProps={{ 'aria-label': t('tryChoose') }}
        >
          {(props) => (
            <Button {...props} variant="light" loading={isBusy}>
              {t('tryChoose')}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed" className="one-line">
          {image?.name ?? t('tryText')}
        </Text>
      </Group>
      {problem !== null && <ProblemNotice problem={problem} />}
      {answer?.hits.length === 0 && <Text role="status">{t('nothingFound')}</Text>}
      {answer !== null && answer.hits.length > 0 && (
        <Hits hasPictures={hasPictures} answer={answer} applicationId={applicationId} onWhy={show} />
      )}
      {overlay !== null && (
        <img className="engine-overlay" src={`data:image/jpeg;base64,${overlay}`} alt={t('overlay')} />
      )}
    </Stack>
  );
}

interface HitsProps {
  readonly hasPictures: Props['hasPictures'];
  readonly answer: Success<typeof searchReferences>;
  readonly applicationId: Props['applicationId'];
  readonly onWhy: (referenceId: string) => Promise<void>;
}

function Hits({ hasPictures, answer, applicationId, onWhy }: HitsProps) {
  const { t } = useTranslation('engine');
  const formats = useFormats();
  return (
    <ReferenceTable
      pictures={hasPictures ? t('picture') : undefined}
      headings={[t('decision'), t('alike')]}
      rows={answer.hits.map(({ id, distance, match }) => ({
        id,
        picture: hasPictures && <AskedReferencePicture applicationId={applicationId} id={id} />,
        facts: [
          match !== null && (
            <Badge variant={FOUND.has(match.decision) ? 'filled' : 'default'} tt="none">
              {FOUND.has(match.decision) ? t('recognized') : t('refused')}
            </Badge>
          ),
          formats.percent(1 - distance),
        ],
        tools: (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => void onWhy(id)}
            aria-label={t('whyOf', { id })}
          >
            {t('why')}
          </Button>
        ),
      }))}
    />
  );
}
