/** The period by documents, pages, actions, languages …: bars and figures in one table. */
import { Button, Group, Paper, ScrollArea, Select, Table, Text, Title } from '@mantine/core';
import { IconDownload } from '../../parts/icons/icons';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../../api/query';
import { problemOf } from '../../api/change';
import { Loading } from '../../parts/Loading';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { CountedRows } from './CountedRows';
import { ShowMore } from '../../parts/ShowMore';
import { saveText } from '../../parts/editing/save';
import { type Breakdown, breakdownQuery, type Dimension, dimensions } from './statistics';
import './statistics.css';

interface Props {
  readonly elementId: string;
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}

/** Rows whose pictures are requested at once. */
const SHOWN_AT_ONCE = 50;

export function BreakdownTable(props: Props) {
  const { t } = useTranslation('statistics');
  const [by, setBy] = useState<Dimension>('DOCUMENT');
  const [{ data, error }] = useQuery({ query: breakdownQuery, variables: { ...props, by: [by] } });
  return (
    <Paper withBorder radius="lg" p="md" component="section" aria-label={t('breakdown')}>
      <Group justify="space-between" mb="md" align="flex-end">
        <Title order={2} size="h4">
          {t('breakdown')}
        </Title>
        <Group gap="xs" align="flex-end">
          <Select
            aria-label={t('by')}
            size="xs"
            value={by}
            onChange={(value) => setBy(value ?? 'DOCUMENT')}
            data={dimensions.map((value) => ({ value, label: t(`dimension.${value}`) }))}
            allowDeselect={false}
          />
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={16} aria-hidden />}
            disabled={data === undefined}
            onClick={() => saveText(`${t('file')}-${t(`dimension.${by}`)}.csv`, data?.statistics.csv ?? '')}
          >
            {t('csv')}
          </Button>
        </Group>
      </Group>
      {error !== undefined && <ProblemNotice problem={problemOf(error)} />}
      {data === undefined && error === undefined && <Loading shape="rows" />}
      {data !== undefined && <Rows key={by} by={by} rows={data.statistics.rows} />}
    </Paper>
  );
}

function Rows({ by, rows }: { readonly by: Dimension; readonly rows: Breakdown['rows'] }) {
  const { t } = useTranslation('statistics');
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const parts = useMemo(() => partsOf(rows.slice(0, shown)), [rows, shown]);
  const most = Math.max(1, ...rows.map(({ counts }) => counts.matches + counts.clicks));
  if (rows.length === 0) return <Text c="dimmed">{t('nothing')}</Text>;
  return (
    <ScrollArea>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t(`dimension.${by}`)}</Table.Th>
            <Table.Th scope="col" ta="right">
              {t('count.matches')}
            </Table.Th>
            <Table.Th scope="col" ta="right">
              {t('count.clicks')}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {parts.map((part, at) => (
            <CountedRows key={at} by={by} rows={part} most={most} />
          ))}
        </Table.Tbody>
      </Table>
      <ShowMore hidden={rows.length - shown} onMore={() => setShown(shown + 4 * SHOWN_AT_ONCE)} />
    </ScrollArea>
  );
}

function partsOf(rows: Breakdown['rows']): readonly Breakdown['rows'][] {
  return Array.from({ length: Math.ceil(rows.length / SHOWN_AT_ONCE) }, (_, at) =>
    rows.slice(at * SHOWN_AT_ONCE, (at + 1) * SHOWN_AT_ONCE),
  );
}
