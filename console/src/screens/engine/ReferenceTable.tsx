/** Pictures of an application in rows: those that it holds, and those that a search found. */
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface ReferenceRow {
  readonly id: string;
  /** As many as there are headings. */
  readonly facts: readonly ReactNode[];
  readonly tools: ReactNode;
}

interface Props {
  readonly headings: readonly string[];
  readonly rows: readonly ReferenceRow[];
}

export function ReferenceTable({ headings, rows }: Props) {
  const { t } = useTranslation('engine');
  return (
    <Table.ScrollContainer minWidth={420}>
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            {[t('id'), ...headings].map((heading) => (
              <Table.Th key={heading} scope="col">
                {heading}
              </Table.Th>
            ))}
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ id, facts, tools }) => (
            <Table.Tr key={id}>
              <Table.Th scope="row" fw={500} className="any-text">
                {id}
              </Table.Th>
              {facts.map((fact, at) => (
                <Table.Td key={at}>{fact}</Table.Td>
              ))}
              <Table.Td ta="right">{tools}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
