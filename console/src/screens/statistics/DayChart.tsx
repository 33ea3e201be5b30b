/** Counts by day as areas with a line each, drawn as SVG; the table beside it says the same to readers of screens. */
import { Box, ColorSwatch, getThemeColor, Group, Text, useMantineTheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useState } from 'react';
import { linePath, type Scale, scaleOf, ticksOf } from './day-scale';

interface DaySeries {
  readonly name: string;
  readonly label: string;
  readonly color: string;
  /** One for each day. */
  readonly counts: readonly number[];
}

interface DayChartProps {
  readonly days: readonly string[];
  readonly series: readonly DaySeries[];
  readonly format: (count: number) => string;
}

const HEIGHT = 250;
/** With more days than this, dots would run into each other. */
const MAX_DOTS = 40;
const LABEL_WIDTH = 70;

export function DayChart({ days, series, format }: DayChartProps) {
  const { ref, width } = useElementSize();
  const theme = useMantineTheme();
  const [pointed, setPointed] = useState<number | null>(null);
  const most = Math.max(0, ...series.flatMap(({ counts }) => counts));
  const scale = scaleOf({ width, height: HEIGHT, days: days.length, most });
  const drawn = series.map((each) => ({ ...each, color: getThemeColor(each.color, theme) }));
  const at = pointed ?? days.length - 1;
  return (
    <Box ref={ref} aria-hidden>
      <Group gap="lg" justify="flex-end" mb="xs">
        {pointed !== null && (
          <Text size="sm" c="dimmed">
            {days[at]}
          </Text>
        )}
        {drawn.map(({ name, label, color, counts }) => (
          <Group key={name} gap={6}>
            <ColorSwatch color={color} size={10} withShadow={false} />
            <Text size="sm">{pointed === null ? label : `${label}: ${format(counts[at] ?? 0)}`}</Text>
          </Group>
        ))}
      </Group>
      {width > 0 && (
        <svg
          width={width}
          height={HEIGHT}
          onPointerMove={(event) => setPointed(scale.dayAt(event.nativeEvent.offsetX))}
          onPointerLeave={() => setPointed(null)}
        >
          <Axes days={days} scale={scale} format={format} />
          {pointed !== null && (
            <line
              x1={scale.x(at)}
              x2={scale.x(at)}
              y1={scale.y(scale.top)}
              y2={scale.y(0)}
              stroke="var(--mantine-color-dimmed)"
              strokeDasharray="3 3"
            />
          )}
          {drawn.map((each) => (
            <Area key={each.name} {...each} scale={scale} />
          ))}
        </svg>
      )}
    </Box>
  );
}

function Axes({ days, scale, format }: Pick<DayChartProps, 'days' | 'format'> & { readonly scale: Scale }) {
  const step = Math.max(1, Math.ceil((days.length * LABEL_WIDTH) / Math.max(1, scale.innerWidth)));
  return (
    <g fill="var(--mantine-color-dimmed)" fontSize={12}>
      {ticksOf(scale.top).map((tick) => (
        <g key={tick}>
          <line
            x1={scale.x(0)}
            x2={scale.x(days.length - 1)}
            y1={scale.y(tick)}
            y2={scale.y(tick)}
            stroke="var(--mantine-color-default-border)"
          />
          <text x={scale.x(0) - 8} y={scale.y(tick) + 4} textAnchor="end">
            {format(tick)}
          </text>
        </g>
      ))}
      {days.map(
        (day, index) =>
          index % step === 0 && (
            <text key={day} x={scale.x(index)} y={HEIGHT - 4} textAnchor={index === 0 ? 'start' : 'middle'}>
              {day}
            </text>
          ),
      )}
    </g>
  );
}

function Area({ color, counts, scale }: DaySeries & { readonly scale: Scale }) {
  const line = linePath(counts, scale);
  const end = scale.x(counts.length - 1);
  return (
    <g>
      <path d={`${line}L${end} ${scale.y(0)}L${scale.x(0)} ${scale.y(0)}Z`} fill={color} fillOpacity={0.15} />
      <path d={line} fill="none" stroke={color} strokeWidth={2} strokeLinejoin="round" />
      {counts.length < MAX_DOTS &&
        counts.map((count, day) => (
          <circle key={day} cx={scale.x(day)} cy={scale.y(count)} r={3} fill={color} />
        ))}
    </g>
  );
}
