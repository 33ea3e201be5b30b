/** At which hours of the day readers scan: bars, and the table behind them. */
import { useTranslation } from 'react-i18next';
import { useQueryData } from '../../api/query';
import { useFormats } from '../../i18n/format';
import { PictureOrTable } from './PictureOrTable';
import { breakdownQuery } from './statistics';

interface Props {
  readonly elementId: string;
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}

export function Hours(variables: Props) {
  const { t, i18n } = useTranslation('statistics');
  const formats = useFormats();
  const [{ data }] = useQueryData({
    query: breakdownQuery,
    variables: { ...variables, by: ['HOUR' as const] },
  });
  const rows = data?.statistics.rows ?? [];
  const most = Math.max(1, ...rows.map(({ counts }) => counts.matches));
  const busiest = rows.reduce<(typeof rows)[number] | null>(
    (best, row) => (best === null || row.counts.matches > best.counts.matches ? row : best),
    null,
  );
  const hour = new Intl.DateTimeFormat(i18n.language, { hour: 'numeric', timeZone: 'UTC' });
  const nameOf = (id: string | null) => hour.format(Date.UTC(2000, 0, 1, Number(id)));
  if (rows.length === 0 || busiest === null) return null;
  return (
    <PictureOrTable
      title={t('byHour')}
      csv={data?.statistics.csv ?? ''}
      columns={[t('hour'), t('count.matches'), t('count.clicks')]}
      rows={rows.map(({ keys, counts }) => ({
        name: nameOf(keys[0]?.id ?? null),
        counts: [counts.matches, counts.clicks],
      }))}
    >
      <div
        className="hours"
        role="img"
        aria-label={t('byHourPicture', {
          hour: nameOf(busiest.keys[0]?.id ?? null),
          matches: formats.number(busiest.counts.matches),
        })}
      >
        {rows.map(({ keys, counts }, at) => (
          <div
            key={keys[0]?.id}
            className="hour"
            title={`${nameOf(keys[0]?.id ?? null)}: ${formats.number(counts.matches)}`}
          >
            <span className="hour-bar" style={{ height: `${(counts.matches / most) * 100}%` }} />
            <span className="hour-name">{at % 3 === 0 ? Number(keys[0]?.id) : ''}</span>
          </div>
        ))}
      </div>
    </PictureOrTable>
  );
}
