/** The photo with the outline of a candidate and the points that agree. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Candidate } from './try-documents';

interface Props {
  readonly photoUrl: string;
  readonly candidate: Candidate | undefined;
  /** Whether the outline draws itself. */
  readonly isFirst: boolean;
  /** Of the candidate. */
  readonly name: string;
}

export function Overlay({ photoUrl, candidate, isFirst, name }: Props) {
  const { t } = useTranslation('try');
  const [size, setSize] = useState<{ readonly width: number; readonly height: number } | null>(null);
  const { width = 1, height = 1 } = size ?? {};
  const unit = Math.max(width, height) / 400;
  const isRecognized = candidate !== undefined && candidate.outcome !== 'REFUSED';
  return (
    <figure className="try-photo">
      <img
        src={photoUrl}
        alt={t('photo')}
        onLoad={({ currentTarget }) =>
          setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
        }
      />
      {size !== null && candidate !== undefined && (
        <svg
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={t('overlay', { name, count: candidate.points.length })}
          data-recognized={isRecognized}
          data-first={isFirst}
        >
          {candidate.outline.length > 0 && (
            <polygon
              points={candidate.outline.map(({ x, y }) => `${x * width},${y * height}`).join(' ')}
              pathLength={1}
              strokeWidth={2.4 * unit}
            />
          )}
          {candidate.points.map(({ inQuery: { x, y } }, i) => (
            <circle key={i} cx={x * width} cy={y * height} r={1.6 * unit} strokeWidth={0.5 * unit} />
          ))}
        </svg>
      )}
    </figure>
  );
}
