/** Where on the pages of a document readers scan: each page with its zones, the more scans the stronger the color. */
import { Anchor, Paper, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useQueryData } from '../../api/query';
import { useFormats } from '../../i18n/format';
import { breakdownQuery, placesQuery } from './statistics';

/** Pages, those with the most scans. */
const MOST_PAGES = 12;

interface PlacedZone {
  readonly id: string;
  readonly name: string;
  readonly positionXPercent: number;
  readonly positionYPercent: number;
  readonly widthPercent: number;
  readonly heightPercent: number;
}

interface Props {
  readonly elementId: string;
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}

export function Places(variables: Props) {
  const { t } = useTranslation('statistics');
  const { elementId: id } = variables;
  const [{ data: place }] = useQueryData({ query: placesQuery, variables: { id } });
  const [{ data }] = useQueryData({
    query: breakdownQuery,
    variables: { ...variables, by: ['PAGE' as const, 'ZONE' as const] },
  });
  const node = place?.node;
  const images = node?.__typename === 'Document' ? node.images : node?.__typename === 'Image' ? [node] : [];
  const scansOf = new Map<string, number>();
  for (const { keys, counts } of data?.statistics.rows ?? []) {
    const [page, zone] = keys;
    const add = (key: string | null | undefined) => {
      if (key != null) scansOf.set(key, (scansOf.get(key) ?? 0) + counts.matches);
    };
    add(page?.id);
    add(zone?.id);
  }
  const pages = images
    .map((image) => ({ ...image, scans: scansOf.get(image.id) ?? 0 }))
    .filter(({ scans }) => scans > 0)
    .toSorted((a, b) => b.scans - a.scans || a.order - b.order)
    .slice(0, MOST_PAGES);
  const most = Math.max(1, ...pages.flatMap(({ zones }) => zones.map((zone) => scansOf.get(zone.id) ?? 0)));
  if (pages.length === 0) return null;
  return (
    <Paper withBorder radius="lg" p="md" component="section" aria-label={t('byPlace')}>
      <Title order={2} size="h4" mb={4}>
        {t('byPlace')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('byPlaceText')}
      </Text>
      <ul className="plain-list places">
        {pages.map(({ id: pageId, order, bigThumbnailUrl, zones, scans }) => (
          <li key={pageId}>
            <PlacePicture bigThumbnailUrl={bigThumbnailUrl} zones={zones} scansOf={scansOf} most={most} />
            <Anchor component={Link} to={`/pages/${pageId}`} size="sm">
              {t('placePage', { number: order })}
            </Anchor>
            <Text size="sm">{t('placeScans', { count: scans })}</Text>
          </li>
        ))}
      </ul>
    </Paper>
  );
}

interface PlacePictureProps {
  readonly bigThumbnailUrl: string | null;
  readonly zones: readonly PlacedZone[];
  readonly scansOf: Map<string, number>;
  readonly most: number;
}

function PlacePicture({ bigThumbnailUrl, zones, scansOf, most }: PlacePictureProps) {
  const formats = useFormats();
  return (
    <div className="place-picture">
      {bigThumbnailUrl !== null && <img src={bigThumbnailUrl} alt="" />}
      {zones.map((zone) => {
        const count = scansOf.get(zone.id) ?? 0;
        return (
          <span
            key={zone.id}
            className="place-zone"
            title={`${zone.name}: ${formats.number(count)}`}
            style={{
              left: `${zone.positionXPercent}%`,
              top: `${zone.positionYPercent}%`,
              width: `${zone.widthPercent}%`,
              height: `${zone.heightPercent}%`,
              ['--heat' as never]: `${Math.round((count / most) * 60)}%`,
            }}
          >
            <span className="place-count">{formats.number(count)}</span>
          </span>
        );
      })}
    </div>
  );
}
