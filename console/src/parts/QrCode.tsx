/** A QR code, drawn here: nobody else is asked, and it stays sharp in print. */
import { useMemo } from 'react';
import { encode } from 'uqr';

interface Props {
  readonly text: string;
  readonly label: string;
  readonly size?: number;
}

export function QrCode({ text, label, size = 220 }: Props) {
  const { path, side } = useMemo(() => {
    const { data, size: modules } = encode(text, { ecc: 'M', border: 4 });
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { path: dark.join(''), side: modules };
  }, [text]);
  return (
    <svg
      viewBox={`0 0 ${side} ${side}`}
      width={size}
      height={size}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      style={{ background: '#fff', borderRadius: 12, maxWidth: '100%' }}
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
