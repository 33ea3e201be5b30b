/** The period by documents, pages, actions, languages …: bars and figures in one table. */
import { Anchor, Button, Group, Paper, ScrollArea, Select, Table, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { problemOf } from '../../api/change';
import { useFormats } from '../../i18n/format';
import { Loading } from '../../parts/Loading';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { saveText } from './save';
import { type Breakdown, breakdownQuery, type Dimension, dimensions } from './statistics';
import './statistics.css';

interface Props {
  readonly elementId: string;
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}

/** These are looked at on their own by choosing them. */
const ELEMENTS: ReadonlySet<Dimension> = new Set(['Document', 'Folder', 'Page', 'Zone']);
const SHOWN_AT_ONCE = 50;

export function BreakdownTable(props: Props) {
  const { t } = useTranslation('statistics');
  const [by, setBy] = useState<Dimension>('Document');
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
            onChange={(value) => setBy(value ?? 'Document')}
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
      {data === undefined && error === undefined && <Loading />}
      {data !== undefined && <Rows key={by} by={by} rows={data.statistics.rows} />}
    </Paper>
  );
}

function Rows({ by, rows }: { readonly by: Dimension; readonly rows: Breakdown['rows'] }) {
  const { t } = useTranslation('statistics');
  const formats = useFormats();
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const most = Math.max(1, ...rows.map(({ counts }) => counts.matches + counts.clicks));
  if (rows.length === 0) return <Text c="dimmed">{t('nothing')}</Text>;
  const nameOf = ({ id, name }: { readonly id: string | null; readonly name: string }) => {
    if (id === null && name === '') return t('none');
    return by === 'Language' ? formats.language(name) : name;
  };
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
          {rows.slice(0, shown).map(({ keys: [key], counts }, at) => (
            <Table.Tr key={key?.id ?? at}>
              <Table.Th scope="row" fw={400} className="bar-cell">
                <span
                  className="bar"
                  style={{ width: `${(100 * (counts.matches + counts.clicks)) / most}%` }}
                  aria-hidden
                />
                {key !== undefined && ELEMENTS.has(by) && key.id !== null ? (
                  <Anchor
                    component={Link}
                    to="/statistics"
                    search={{ of: key.id } as never}
                    className="any-text"
                  >
                    {nameOf(key)}
                  </Anchor>
                ) : (
                  <span className="any-text">{key === undefined ? '' : nameOf(key)}</span>
                )}
              </Table.Th>
              <Table.Td ta="right">{formats.number(counts.matches)}</Table.Td>
              <Table.Td ta="right">{formats.number(counts.clicks)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {rows.length > shown && (
        <Group justify="center" mt="sm">
          <Button variant="subtle" onClick={() => setShown(shown + 4 * SHOWN_AT_ONCE)}>
            {t('more')}
          </Button>
        </Group>
      )}
    </ScrollArea>
  );
}
