/** Which page of the new file continues which one of today, to be corrected before the file is replaced. */
import { Badge, Button, Group, Select, Table, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Success } from '../../api/graphql';
import { ownNameOfPage } from '../../parts/page-name';
import { Recognizability } from '../../parts/Recognizability';
import type { planReplacement } from './documents';
import { type ComparedPages } from './PlannedComparison';

export interface OldPage {
  readonly id: string;
  readonly name: string;
  readonly order: number;
  readonly smallThumbnailUrl: string | null;
}

export type Planned = Success<typeof planReplacement>['pages'][number];

const FATES = { SAME: 'gray', MOVED: 'ink', CHANGED: 'orange', NEW: 'teal' } as const;

export const NEW = 'new';

interface PlanTableProps {
  readonly planned: readonly Planned[];
  readonly chosen: readonly string[];
  readonly oldPages: readonly OldPage[];
  readonly onChosen: (next: readonly string[]) => void;
  readonly onCompare: (next: ComparedPages | null) => void;
}

export function PlanTable({ planned, chosen, oldPages, onChosen, onCompare }: PlanTableProps) {
  const { t } = useTranslation('document');
  return (
    <Table.ScrollContainer minWidth={720}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('newPage')}</Table.Th>
            <Table.Th>{t('continues')}</Table.Th>
            <Table.Th>{t('fate')}</Table.Th>
            <Table.Th>{t('common:recognizability.title')}</Table.Th>
            <Table.Th>
              <VisuallyHidden>{t('compare')}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {planned.map((page, index) => (
            <PlanRow
              key={page.order}
              page={page}
              chosen={chosen}
              index={index}
              oldPages={oldPages}
              onChosen={onChosen}
              onCompare={onCompare}
            />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

interface PlanRowProps {
  readonly page: Planned;
  readonly chosen: readonly string[];
  readonly index: number;
  readonly oldPages: readonly OldPage[];
  readonly onChosen: (next: readonly string[]) => void;
  readonly onCompare: (next: ComparedPages | null) => void;
}

function PlanRow({ page, chosen, index, oldPages, onChosen, onCompare }: PlanRowProps) {
  const { t } = useTranslation('document');
  const labelOf = (order: number, name: string) => {
    const own = ownNameOfPage(name);
    return [t('pageNumber', { number: order }), own]
      .filter((part) => part !== '')
      .join(' · ')
      .slice(0, 80);
  };
  const fate = fateOf(page, chosen[index] ?? NEW);
  return (
    <Table.Tr>
      <Table.Td>
        <NewPicture page={page} />
      </Table.Td>
      <Table.Td>
        <Group gap="sm" wrap="nowrap">
          <OldPicture page={oldPages.find(({ id }) => id === chosen[index])} />
          <Select
            aria-label={t('continuesOf', { number: page.order })}
            size="xs"
            className="plan-choice"
            value={chosen[index] ?? NEW}
            data={[
              { value: NEW, label: t('nothingBefore') },
              ...oldPages.map(({ id, order, name }) => ({
                value: id,
                label: labelOf(order, name),
              })),
            ]}
            onChange={(value) => value !== null && onChosen(chosen.with(index, value))}
            allowDeselect={false}
          />
        </Group>
      </Table.Td>
      <Table.Td>
        <PageFate fate={fate} page={page} chosen={chosen} index={index} />
      </Table.Td>
      <Table.Td>
        <Recognizability {...page.recognizability} isShort />
      </Table.Td>
      <Table.Td>
        {chosen[index] !== undefined && chosen[index] !== NEW && (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={t('comparePage', { number: page.order })}
            onClick={() => onCompare({ page: page.order, imageId: chosen[index] ?? '' })}
          >
            {t('compare')}
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function NewPicture({ page }: { readonly page: Planned }) {
  const { t } = useTranslation('document');
  return (
    <Group gap="sm" wrap="nowrap">
      {page.thumbnail !== null && (
        <img src={`data:image/jpeg;base64,${page.thumbnail}`} alt="" className="plan-picture" />
      )}
      <span className="plan-number">{t('pageNumber', { number: page.order })}</span>
    </Group>
  );
}

interface PageFateProps {
  readonly fate: keyof typeof FATES;
  readonly page: Planned;
  readonly chosen: PlanRowProps['chosen'];
  readonly index: PlanRowProps['index'];
}

function PageFate({ fate, page, chosen, index }: PageFateProps) {
  const { t } = useTranslation('document');
  return (
    <Group gap={4}>
      <Badge variant="light" color={FATES[fate]} tt="none" className="plan-fate">
        {t(`fates.${fate}`)}
      </Badge>
      {isAltered(page, chosen[index] ?? NEW) && (
        <Badge variant="light" color="orange" tt="none" className="plan-fate">
          {t('looksDifferent')}
        </Badge>
      )}
    </Group>
  );
}

function OldPicture({ page }: { readonly page: OldPage | undefined }) {
  const url = page?.smallThumbnailUrl ?? null;
  return url === null ? <div className="plan-picture" /> : <img src={url} alt="" className="plan-picture" />;
}

/** The fate of a page after the user's correction. */
function fateOf({ fate, image }: Planned, chosenId: string): keyof typeof FATES {
  if (chosenId === (image?.id ?? NEW)) return fate;
  return chosenId === NEW ? 'NEW' : 'CHANGED';
}

/** Whether it keeps its titles, actions and zones, and does not look as before. */
function isAltered({ hasSamePicture, image }: Planned, chosenId: string): boolean {
  return hasSamePicture === false && chosenId === image?.id;
}
