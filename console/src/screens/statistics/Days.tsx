/** Day by day: a picture, and the table behind it. */
import { Button, Group, Paper, ScrollArea, Table, Title } from '@mantine/core';
import { IconChartAreaLine, IconDownload, IconTable } from '../../parts/icons/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../i18n/format';
import { DayChart } from './DayChart';
import { daysOf, type Period } from './period';
import { saveText } from '../../parts/save';
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
  const [isTable, setTable] = useState(false);
  const series = SERIES.filter(({ name }) => isOrganization || name !== 'unrecognizedScans');
  const short = new Intl.DateTimeFormat(i18n.language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const counts = new Map(counted.rows.map((row) => [row.keys[0]?.id, row.counts]));
  const rows = daysOf(period).map((day) => ({ day, ...(counts.get(day) ?? NOTHING) }));
  return (
    <Paper withBorder radius="lg" p="md" component="section" aria-label={t('byDay')}>
      <Group justify="space-between" mb="md">
        <Title order={2} size="h4">
          {t('byDay')}
        </Title>
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            leftSection={
              isTable ? <IconChartAreaLine size={16} aria-hidden /> : <IconTable size={16} aria-hidden />
            }
            onClick={() => setTable(!isTable)}
          >
            {isTable ? t('showPicture') : t('showTable')}
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => saveText(`${t('file')}-${t('byDay')}.csv`, counted.csv)}
          >
            {t('csv')}
          </Button>
        </Group>
      </Group>
      {isTable ? (
        <ScrollArea.Autosize mah={360} viewportProps={{ tabIndex: 0, 'aria-label': t('byDay') }}>
          <Table stickyHeader>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('day')}</Table.Th>
                {series.map(({ name }) => (
                  <Table.Th key={name} scope="col" ta="right">
                    {t(`count.${name}`)}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={row.day}>
                  <Table.Th scope="row" fw={400}>
                    {short.format(new Date(row.day))}
                  </Table.Th>
                  {series.map(({ name }) => (
                    <Table.Td key={name} ta="right">
                      {formats.number(row[name])}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea.Autosize>
      ) : (
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
      )}
    </Paper>
  );
}
