/** Day by day: a picture, and the table behind it. */
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../i18n/format';
import { DayChart } from './DayChart';
import { daysOf, type Period } from './period';
import { PictureOrTable } from './PictureOrTable';
import type { Counted } from './statistics';

const SERIES = [
  { name: 'matches', color: 'ink.6' },
  { name: 'clicks', color: 'teal.7' },
  { name: 'unrecognizedScans', color: 'orange.7' },
] as const;

const NOTHING = { matches: 0, clicks: 0, unrecognizedScans: 0, pictureScans: 0 };

export function Days({
  counted,
  isOrganization,
  period,
}: {
  readonly counted: Counted;
  readonly isOrganization: boolean;
  readonly period: Period;
}) {
  const { t, i18n } = useTranslation('statistics');
  const formats = useFormats();
  const series = SERIES.filter(({ name }) => isOrganization || name !== 'unrecognizedScans');
  const short = new Intl.DateTimeFormat(i18n.language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const counts = new Map(counted.rows.map((row) => [row.keys[0]?.id, row.counts]));
  const rows = daysOf(period).map((day) => ({ day, ...(counts.get(day) ?? NOTHING) }));
  return (
    <PictureOrTable
      title={t('byDay')}
      csv={counted.csv}
      columns={[t('day'), ...series.map(({ name }) => t(`count.${name}`))]}
      rows={rows.map((row) => ({
        name: short.format(new Date(row.day)),
        counts: series.map(({ name }) => row[name]),
      }))}
    >
      <div role="img" aria-label={t('byDayPicture', { matches: formats.number(counted.total.matches) })}>
        <DayChart
          days={rows.map(({ day }) => short.format(new Date(day)))}
          series={series.map(({ name, color }) => ({
            name,
            color,
            label: t(`count.${name}`),
            counts: rows.map((row) => row[name]),
          }))}
          format={formats.number}
        />
      </div>
    </PictureOrTable>
  );
}
