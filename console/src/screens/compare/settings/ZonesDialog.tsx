/** Places of the first PDF that are not compared, drawn on its pages before anything is. */
import { ActionIcon, Button, Checkbox, Group, NumberInput, SimpleGrid, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { Dialog } from '../../../parts/dialogs/Dialog';
import { change } from '../../../api/change';
import { graphql, type Problem, problemFields } from '../../../api/graphql';
import { DialogFooter } from '../../../parts/dialogs/DialogFooter';
import { IconChevronLeft, IconChevronRight, IconPlus, IconTrash } from '../../../parts/icons/icons';
import { Loading } from '../../../parts/Loading';
import { ProblemNotice } from '../../../parts/ProblemNotice';
import { adjusted, type Rect } from '../../page/geometry';
import { jpegUrl } from '../comparison';
import { type IgnoredZone, type ListedZone, Sheet } from './Sheet';

const drawPdfPage = graphql(
  `
    query DrawPdfPage($file: Upload!, $page: Int!) {
      drawPdfPage(input: { file: $file, page: $page }) {
        ... on DrawnPdfPage {
          picture
          pageCount
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

/** As `comparePdfs` takes them. */
export const zonesInput = (zones: readonly IgnoredZone[]) =>
  zones.map(({ page, x, y, width, height }) => ({
    page,
    left: x / 100,
    top: y / 100,
    width: width / 100,
    height: height / 100,
  }));

interface Props {
  readonly file: File;
  readonly zones: readonly IgnoredZone[];
  readonly onDone: (zones: readonly IgnoredZone[]) => void;
  readonly onClose: () => void;
}

const NEW: Rect = { x: 40, y: 40, width: 20, height: 20 };

export function ZonesDialog({ file, zones: before, onDone, onClose }: Props) {
  const { t } = useTranslation('compare');
  const [zones, setZones] = useState(before);
  const [page, setPage] = useState(1);
  const { drawn, problem } = usePage(file, page);
  const add = (rect: Rect) => setZones([...zones, { ...rect, page }]);
  const shown = zones.flatMap((zone, at) => (zone.page === null || zone.page === page ? [{ zone, at }] : []));
  return (
    <Dialog onClose={onClose} title={t('zones.title')} size="60rem">
      <Stack gap="md">
        <Text size="sm">{t('zones.text')}</Text>
        {problem !== null && <ProblemNotice problem={problem} />}
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <div>
            <Pages page={page} pageCount={drawn?.pageCount ?? page} onPage={setPage} />
            {drawn === null ? (
              problem === null && <Loading />
            ) : (
              <Sheet
                url={jpegUrl(drawn.picture)}
                name={t('zones.page', { page, count: drawn.pageCount })}
                zones={shown}
                onDrawn={add}
              />
            )}
          </div>
          <ZoneList
            page={page}
            shown={shown}
            onAdd={() => add(NEW)}
            onChange={(at, next) => setZones(zones.with(at, next))}
            onRemove={(at) => setZones(zones.toSpliced(at, 1))}
          />
        </SimpleGrid>
        <DialogFooter onClose={onClose}>
          <Button onClick={() => onDone(zones)}>{t('zones.done')}</Button>
        </DialogFooter>
      </Stack>
    </Dialog>
  );
}

interface ListProps {
  readonly page: number;
  readonly shown: readonly ListedZone[];
  readonly onAdd: () => void;
  readonly onChange: (at: number, next: IgnoredZone) => void;
  readonly onRemove: (at: number) => void;
}

/** Those of the page that is shown, in numbers. */
function ZoneList({ page, shown, onAdd, onChange, onRemove }: ListProps) {
  const { t } = useTranslation('compare');
  return (
    <Stack gap="sm">
      <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
        {t('zones.add')}
      </Button>
      {shown.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('zones.none')}
        </Text>
      )}
      {shown.map(({ zone, at }) => (
        <ZoneFields
          // Numbers of zones stay while they are listed.
          key={at}
          number={at + 1}
          zone={zone}
          page={page}
          onChange={(next) => onChange(at, next)}
          onRemove={() => onRemove(at)}
        />
      ))}
    </Stack>
  );
}

interface DrawnPage {
  readonly page: number;
  readonly picture: string;
  readonly pageCount: number;
}

function usePage(file: File, page: number) {
  const client = useClient();
  const [drawn, setDrawn] = useState<DrawnPage | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    let isOver = false;
    void change(client, drawPdfPage, { file, page }).then((outcome) => {
      if (isOver) return;
      setProblem(outcome.isDone ? null : outcome.problem);
      if (outcome.isDone) setDrawn({ page, ...outcome.value });
    });
    return () => {
      isOver = true;
    };
  }, [client, file, page]);
  return { drawn: drawn?.page === page ? drawn : null, problem };
}

interface PagesProps {
  readonly page: number;
  readonly pageCount: number;
  readonly onPage: (page: number) => void;
}

function Pages({ page, pageCount, onPage }: PagesProps) {
  const { t } = useTranslation('compare');
  return (
    <Group gap="xs" mb="xs">
      <ActionIcon
        variant="default"
        aria-label={t('zones.earlier')}
        disabled={page === 1}
        onClick={() => onPage(page - 1)}
      >
        <IconChevronLeft size={16} aria-hidden />
      </ActionIcon>
      <Text size="sm">{t('zones.page', { page, count: pageCount })}</Text>
      <ActionIcon
        variant="default"
        aria-label={t('zones.later')}
        disabled={page >= pageCount}
        onClick={() => onPage(page + 1)}
      >
        <IconChevronRight size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

interface FieldsProps {
  readonly number: number;
  readonly zone: IgnoredZone;
  /** That is shown. */
  readonly page: number;
  readonly onChange: (zone: IgnoredZone) => void;
  readonly onRemove: () => void;
}

const SIDES = ['x', 'y', 'width', 'height'] as const;

function ZoneFields({ number, zone, page, onChange, onRemove }: FieldsProps) {
  const { t } = useTranslation('compare');
  return (
    <div role="group" aria-label={t('zones.zone', { number })}>
      <Group justify="space-between" mb={4}>
        <Text size="sm" fw={600}>
          {t('zones.zone', { number })}
        </Text>
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={t('zones.remove', { number })}
          onClick={onRemove}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Group>
      <SimpleGrid cols={4} spacing="xs">
        {SIDES.map((side) => (
          <NumberInput
            key={side}
            size="xs"
            label={t(`zones.${side}`)}
            suffix=" %"
            min={0}
            max={100}
            value={zone[side]}
            onChange={(value) => {
              if (typeof value === 'number') onChange({ ...adjusted(zone, side, value), page: zone.page });
            }}
          />
        ))}
      </SimpleGrid>
      <Checkbox
        mt="xs"
        size="xs"
        label={t('zones.everyPage')}
        checked={zone.page === null}
        onChange={({ currentTarget: { checked } }) => onChange({ ...zone, page: checked ? null : page })}
      />
    </div>
  );
}
