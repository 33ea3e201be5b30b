/** Both pictures in one place: one slid over the other, blended, or side by side, with the differences marked. */
import { Group, SegmentedControl, SimpleGrid, Slider, Stack } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type PointerEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Box, ListedDifference } from './comparison';
import { layOnReference, placeOf } from './geometry';

const VIEWS = ['slider', 'blend', 'both'] as const;
type View = (typeof VIEWS)[number];

interface Props {
  readonly differences: readonly ListedDifference[];
  readonly queryFromReference: readonly number[];
  readonly first: { readonly url: string; readonly name: string };
  readonly second: { readonly url: string; readonly name: string };
  readonly chosen: number | null;
  readonly onChoose: (number: number) => void;
}

export function ComparisonFigure({
  differences,
  queryFromReference,
  first,
  second,
  chosen,
  onChoose,
}: Props) {
  const { t } = useTranslation('compare');
  const [view, setView] = useState<View>('slider');
  const [position, setPosition] = useState(50);
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <SegmentedControl
          value={view}
          onChange={(value) => setView(value)}
          data={VIEWS.map((value) => ({ value, label: t(`view.${value}`) }))}
          aria-label={t('view.label')}
        />
      </Group>
      {view === 'both' ? (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Marked
            picture={first}
            differences={differences}
            boxOf={(difference) => difference.inReference}
            {...{ chosen, onChoose }}
          />
          <Marked
            picture={second}
            differences={differences}
            boxOf={(difference) => difference.inQuery}
            {...{ chosen, onChoose }}
          />
        </SimpleGrid>
      ) : (
        <>
          <Layers
            {...{ differences, queryFromReference, first, second, chosen, onChoose, view, position }}
            onMove={setPosition}
          />
          <Slider
            value={position}
            onChange={setPosition}
            label={null}
            thumbLabel={view === 'slider' ? t('view.position') : t('view.strength')}
          />
        </>
      )}
    </Stack>
  );
}

interface LayersProps extends Props {
  readonly view: 'slider' | 'blend';
  /** 0–100: how much of the second picture is seen. */
  readonly position: number;
  readonly onMove: (position: number) => void;
}

/** The second picture lies on the first one as it was photographed or scanned: turned, moved and scaled to fit. */
function Layers({
  differences,
  queryFromReference,
  first,
  second,
  chosen,
  onChoose,
  view,
  position,
  onMove,
}: LayersProps) {
  const { ref, width, height } = useElementSize<HTMLDivElement>();
  const move = (event: PointerEvent<HTMLDivElement>) => {
    if (view !== 'slider' || event.buttons !== 1) return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    onMove(Math.round(Math.min(100, Math.max(0, ((event.clientX - left) / width) * 100))));
  };
  return (
    <div className="layers" ref={ref} onPointerDown={move} onPointerMove={move}>
      <img src={first.url} alt={first.name} draggable={false} />
      <div
        className="layer"
        style={
          view === 'slider' ? { clipPath: `inset(0 ${100 - position}% 0 0)` } : { opacity: position / 100 }
        }
      >
        <img
          src={second.url}
          alt={second.name}
          draggable={false}
          style={{ transform: layOnReference(queryFromReference, width, height) }}
        />
      </div>
      {view === 'slider' && <div className="layers-line" style={{ left: `${position}%` }} aria-hidden />}
      <Marks differences={differences} boxOf={({ inReference }) => inReference} {...{ chosen, onChoose }} />
    </div>
  );
}

interface MarksProps extends Pick<Props, 'chosen' | 'onChoose'> {
  readonly differences: readonly ListedDifference[];
  readonly boxOf: (difference: ListedDifference) => Box;
}

function Marked({ picture, ...marks }: MarksProps & { readonly picture: Props['first'] }) {
  return (
    <div className="layers">
      <img src={picture.url} alt={picture.name} draggable={false} />
      <Marks {...marks} />
    </div>
  );
}

function Marks({ differences, boxOf, chosen, onChoose }: MarksProps) {
  const { t } = useTranslation('compare');
  return differences.slice(0, MOST_MARKED).map((difference) => (
    <button
      key={difference.number}
      type="button"
      className="mark"
      data-chosen={difference.number === chosen || undefined}
      style={placeOf(boxOf(difference))}
      onClick={() => onChoose(difference.number)}
      aria-label={t('difference.label', {
        number: difference.number,
        kind: t(`kind.${difference.kind}`),
      })}
    >
      <span>{difference.number}</span>
    </button>
  ));
}

/** More marks than these only hide the picture. */
const MOST_MARKED = 60;
