/** The whole period at a glance. */
import { Paper, SimpleGrid, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../i18n/format';
import type { Counted } from './statistics';

interface Props {
  readonly total: Counted['total'];
  /** Of as many days just before; null while that is not known. */
  readonly before: Counted['total'] | null;
  readonly isOrganization: boolean;
}

export function Totals({ total, before, isOrganization }: Props) {
  const { t, i18n } = useTranslation('statistics');
  const formats = useFormats();
  const rateOf = ({ matches, clicks }: Counted['total']) => (matches === 0 ? null : clicks / matches);
  const shownRate = (rate: number | null) => (rate === null ? '–' : formats.percent(rate));
  const counted = (name: 'matches' | 'clicks' | 'unrecognizedScans' | 'pictureScans') => ({
    name: t(`count.${name}`),
    value: formats.number(total[name]),
    earlier: before === null ? null : formats.number(before[name]),
    growth: before === null || before[name] === 0 ? null : total[name] / before[name] - 1,
  });
  const tiles = [
    counted('matches'),
    counted('clicks'),
    {
      name: t('clicksPerMatch'),
      value: shownRate(rateOf(total)),
      earlier: before === null ? null : shownRate(rateOf(before)),
      growth: null,
    },
    ...(isOrganization ? [counted('unrecognizedScans'), counted('pictureScans')] : []),
  ];
  const signed = new Intl.NumberFormat(i18n.language, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  });
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: tiles.length }} component="dl" m={0}>
      {tiles.map(({ name, value, earlier, growth }) => (
        <Paper key={name} withBorder radius="lg" p="md">
          <Text component="dt" size="sm" c="dimmed">
            {name}
          </Text>
          <Text component="dd" m={0} fz={30} fw={650} lh={1.2} data-count={name}>
            {value}
          </Text>
          {earlier !== null && (
            <Text component="dd" m={0} size="xs" c="dimmed">
              {growth === null
                ? t('before', { value: earlier })
                : t('beforeWithGrowth', { value: earlier, growth: signed.format(growth) })}
            </Text>
          )}
        </Paper>
      ))}
    </SimpleGrid>
  );
}
