/** Pictures of an application in rows: those that it holds, and those that a search found. */
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface ReferenceRow {
  readonly id: string;
  /** Shown before the name where the table has pictures. */
  readonly picture?: ReactNode;
  /** As many as there are headings. */
  readonly facts: readonly ReactNode[];
  readonly tools: ReactNode;
}

interface Props {
  /** Heading of the pictures; the table has none without it. */
  readonly pictures?: string | undefined;
  readonly headings: readonly string[];
  readonly rows: readonly ReferenceRow[];
}

export function ReferenceTable({ pictures, headings, rows }: Props) {
  const { t } = useTranslation('engine');
  return (
    <Table.ScrollContainer minWidth={420}>
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            {[pictures ?? [], t('id'), headings].flat().map((heading) => (
              <Table.Th key={heading} scope="col">
                {heading}
              </Table.Th>
            ))}
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ id, picture, facts, tools }) => (
            <Table.Tr key={id}>
              {pictures !== undefined && <Table.Td w={80}>{picture}</Table.Td>}
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
