/** A page of both files with what differs on it. */
import { Alert, Grid, SimpleGrid, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { jpegUrl } from '../comparison';
import { ComparisonFigure } from '../ComparisonFigure';
import { DifferenceList, type Deciding } from '../DifferenceList';
import { PlaceDecision } from '../review/PlaceDecision';
import type { ShownPage } from './use-pages';

interface Props extends Deciding {
  readonly shown: ShownPage | undefined;
  readonly chosen: number | null;
  readonly onChoose: (number: number) => void;
  /** null for those who only look. */
  readonly onIgnore: ((number: number) => void) | null;
}

/** Pages of PDFs lie upon each other as they are. */
const AS_IT_IS = [1, 0, 0, 0, 1, 0, 0, 0, 1];

export function PageFigure({ shown, chosen, onChoose, onIgnore, decisionOf, onDecide, draftName }: Props) {
  const { t } = useTranslation('compare');
  if (shown === undefined) return null;
  const { page, differences } = shown;
  const [first, second] = [t('first'), t('second')];
  const isPlaceItself = page.isMoved || page.referencePage === null || page.queryPage === null;
  const ofPage = isPlaceItself && (
    <PlaceDecision
      draftName={`${draftName}:0`}
      decision={decisionOf(0)}
      onDecide={onDecide === null ? null : async (change) => onDecide(0, change)}
    />
  );
  if (page.reference === null || page.query === null) {
    return (
      <Stack gap="sm">
        {ofPage}
        <Thumbnails page={page} first={first} second={second} />
        {differences.length > 0 && <Text size="sm">{t('pdf.tooMany')}</Text>}
      </Stack>
    );
  }
  const pictures = {
    first: { url: jpegUrl(page.reference), name: first },
    second: { url: jpegUrl(page.query), name: second },
  };
  return (
    <Stack gap="sm">
      {ofPage}
      {page.isUnlike && (
        <Alert color="orange" variant="light" role="note">
          {t('pdf.unlike')}
        </Alert>
      )}
      {!page.isTextCompared && (
        <Text size="sm" c="dimmed">
          {t('pdf.noText')}
        </Text>
      )}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <ComparisonFigure
            queryFromReference={AS_IT_IS}
            {...{ differences, chosen, onChoose, ...pictures }}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <DifferenceList
            {...{ differences, chosen, onChoose, onIgnore, decisionOf, onDecide, ...pictures }}
          />
        </Grid.Col>
      </Grid>
    </Stack>
  );
}

interface ThumbnailsProps {
  readonly page: ShownPage['page'];
  /** Names of the files. */
  readonly first: string;
  readonly second: string;
}

/** A page that only one file has, or whose pictures were not kept. */
function Thumbnails({ page, first, second }: ThumbnailsProps) {
  const { t } = useTranslation('compare');
  return (
    <SimpleGrid cols={2}>
      {[
        { name: first, thumbnail: page.referenceThumbnail },
        { name: second, thumbnail: page.queryThumbnail },
      ].map(({ name, thumbnail }) => (
        <div key={name}>
          <Text size="sm" c="dimmed" mb={4}>
            {name}
          </Text>
          {thumbnail === null ? (
            <Text>{t('pdf.none')}</Text>
          ) : (
            <img src={jpegUrl(thumbnail.base64)} alt={name} />
          )}
        </div>
      ))}
    </SimpleGrid>
  );
}
