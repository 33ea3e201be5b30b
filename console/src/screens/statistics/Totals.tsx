/** The whole period at a glance. */
import { Paper, SimpleGrid, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../i18n/format';
import type { Counted } from './statistics';

export function Totals({
  total,
  isOrganization,
}: {
  readonly total: Counted['total'];
  readonly isOrganization: boolean;
}) {
  const { t } = useTranslation('statistics');
  const formats = useFormats();
  const { matches, clicks, unrecognizedScans, pictureScans } = total;
  const tiles = [
    { name: t('count.matches'), value: formats.number(matches) },
    { name: t('count.clicks'), value: formats.number(clicks) },
    { name: t('clicksPerMatch'), value: matches === 0 ? '–' : formats.percent(clicks / matches) },
    ...(isOrganization
      ? [
          { name: t('count.unrecognizedScans'), value: formats.number(unrecognizedScans) },
          { name: t('count.pictureScans'), value: formats.number(pictureScans) },
        ]
      : []),
  ];
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: tiles.length }} component="dl" m={0}>
      {tiles.map(({ name, value }) => (
        <Paper key={name} withBorder radius="lg" p="md">
          <Text component="dt" size="sm" c="dimmed">
            {name}
          </Text>
          <Text component="dd" m={0} fz={30} fw={650} lh={1.2} data-count={name}>
            {value}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  );
}
