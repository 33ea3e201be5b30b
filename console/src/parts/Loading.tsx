/** While a screen or a part of it comes: the shape of what will stand there, which nobody takes for content. */
import { Skeleton, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import './loading.css';

type Shape = 'text' | 'cards' | 'rows' | 'page';

interface Props {
  readonly height?: number;
  /** The shape of the content to come: words; cards of the library; rows of a list; pages, a page and its panel. */
  readonly shape?: Shape;
}

/** Widths of the lines, in percent, as a heading and paragraphs have them. */
const LINES = [38, 92, 84, 96, 60, 88];
const LINE_PX = 40;
const CARDS = 8;
const ROWS = 6;
const STRIP = 4;

export function Loading({ height = 240, shape = 'text' }: Props) {
  const { t } = useTranslation();
  const label = { role: 'status', 'aria-label': t('loading') } as const;
  if (shape === 'cards') {
    return (
      <div className="loading-cards" {...label}>
        {numbers(CARDS).map((at) => (
          <Skeleton key={at} radius="lg" aria-hidden />
        ))}
      </div>
    );
  }
  if (shape === 'rows') {
    return (
      <Stack gap="sm" py="sm" {...label}>
        {numbers(ROWS).map((at) => (
          <Skeleton key={at} height={44} aria-hidden />
        ))}
      </Stack>
    );
  }
  if (shape === 'page') {
    return (
      <div className="loading-page" {...label}>
        <Stack gap="sm" className="loading-strip">
          {numbers(STRIP).map((at) => (
            <Skeleton key={at} height={112} aria-hidden />
          ))}
        </Stack>
        <Skeleton className="loading-picture" aria-hidden />
        <Lines height={320} />
      </div>
    );
  }
  return (
    <div {...label}>
      <Lines height={height} />
    </div>
  );
}

function Lines({ height }: { readonly height: number }) {
  const lines = LINES.slice(0, Math.max(1, Math.floor(height / LINE_PX)));
  return (
    <Stack h={height} gap="md" p="md">
      {lines.map((width, at) => (
        <Skeleton key={at} height={at === 0 ? 24 : 14} width={`${width}%`} radius="sm" aria-hidden />
      ))}
    </Stack>
  );
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
