/** At which hours of the day readers scan: bars, and the table behind them. */
import { Button, Group, Paper, ScrollArea, Table, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../../api/query';
import { useFormats } from '../../i18n/format';
import { IconChartBar, IconDownload, IconTable } from '../../parts/icons/icons';
import { saveText } from '../../parts/save';
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
  const [isTable, setTable] = useState(false);
  const [{ data }] = useQuery({ query: breakdownQuery, variables: { ...variables, by: ['Hour' as const] } });
  const rows = data?.statistics.rows ?? [];
  const most = Math.max(1, ...rows.map(({ counts }) => counts.matches));
  const busiest = rows.reduce<(typeof rows)[number] | null>(
    (best, row) => (best === null || row.counts.matches > best.counts.matches ? row : best),
    null,
  );
  const hour = new Intl.DateTimeFormat(i18n.language, { hour: 'numeric', timeZone: 'UTC' });
  const nameOf = (id: string | null) => hour.format(Date.UTC(2000, 0, 1, Number(id)));
  if (rows.length === 0 || busiest === null) return null;
  const Sign = isTable ? IconChartBar : IconTable;
  return (
    <Paper withBorder radius="lg" p="md" component="section" aria-label={t('byHour')}>
      <Group justify="space-between" mb="md">
        <Title order={2} size="h4">
          {t('byHour')}
        </Title>
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            leftSection={<Sign size={16} aria-hidden />}
            onClick={() => setTable(!isTable)}
          >
            {isTable ? t('showPicture') : t('showTable')}
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => saveText(`${t('file')}-${t('byHour')}.csv`, data?.statistics.csv ?? '')}
          >
            {t('csv')}
          </Button>
        </Group>
      </Group>
      {isTable ? (
        <ScrollArea.Autosize mah={360} viewportProps={{ tabIndex: 0, 'aria-label': t('byHour') }}>
          <Table stickyHeader>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('hour')}</Table.Th>
                <Table.Th scope="col" ta="right">
                  {t('count.matches')}
                </Table.Th>
                <Table.Th scope="col" ta="right">
                  {t('count.clicks')}
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(({ keys, counts }) => (
                <Table.Tr key={keys[0]?.id}>
                  <Table.Th scope="row" fw={400}>
                    {nameOf(keys[0]?.id ?? null)}
                  </Table.Th>
                  <Table.Td ta="right">{formats.number(counts.matches)}</Table.Td>
                  <Table.Td ta="right">{formats.number(counts.clicks)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea.Autosize>
      ) : (
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
      )}
    </Paper>
  );
}
