/** A card with a picture of numbers and, instead of it where wanted, the table behind it. */
import { Button, Group, Paper, ScrollArea, Table, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../i18n/format';
import { IconChartBar, IconDownload, IconTable } from '../../parts/icons/icons';
import { saveText } from '../../parts/editing/save';

interface Props {
  readonly title: string;
  /** All of it as CSV, to be saved. */
  readonly csv: string;
  /** Titles of the columns; the first is that of the rows' names. */
  readonly columns: readonly string[];
  readonly rows: readonly { readonly name: string; readonly counts: readonly number[] }[];
  /** The picture. */
  readonly children: ReactNode;
}

export function PictureOrTable({ title, csv, columns, rows, children }: Props) {
  const { t } = useTranslation('statistics');
  const [isTable, setTable] = useState(false);
  const Sign = isTable ? IconChartBar : IconTable;
  return (
    <Paper withBorder radius="lg" p="md" component="section" aria-label={title}>
      <Group justify="space-between" mb="md">
        <Title order={2} size="h4">
          {title}
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
            onClick={() => saveText(`${t('file')}-${title}.csv`, csv)}
          >
            {t('csv')}
          </Button>
        </Group>
      </Group>
      {isTable ? <Numbers {...{ title, columns, rows }} /> : children}
    </Paper>
  );
}

function Numbers({ title, columns, rows }: Pick<Props, 'title' | 'columns' | 'rows'>) {
  const formats = useFormats();
  return (
    <ScrollArea.Autosize mah={360} viewportProps={{ tabIndex: 0, 'aria-label': title }}>
      <Table stickyHeader>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column, at) => (
              <Table.Th key={column} scope="col" ta={at === 0 ? 'left' : 'right'}>
                {column}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ name, counts }) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={400}>
                {name}
              </Table.Th>
              {counts.map((count, at) => (
                <Table.Td key={columns[at + 1]} ta="right">
                  {formats.number(count)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}
