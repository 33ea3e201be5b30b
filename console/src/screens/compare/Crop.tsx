/** A part of a picture, as large as its place allows, with the box of what is meant. */
import { useState } from 'react';
import type { Box } from './comparison';
import { placeOf } from './geometry';

interface Props {
  readonly url: string;
  readonly alt: string;
  /** The part that is shown. */
  readonly part: Box;
  /** The part of the picture that is meant. */
  readonly marked: Box;
}

export function Crop({ url, alt, part, marked }: Props) {
  const [ratio, setRatio] = useState(1);
  const inPart: Box = {
    left: (marked.left - part.left) / part.width,
    top: (marked.top - part.top) / part.height,
    width: marked.width / part.width,
    height: marked.height / part.height,
  };
  return (
    <span className="crop" style={{ aspectRatio: (part.width / part.height) * ratio }}>
      <img
        src={url}
        alt={alt}
        onLoad={({ currentTarget }) =>
          setRatio(currentTarget.naturalWidth / Math.max(1, currentTarget.naturalHeight))
        }
        style={{
          width: `${100 / part.width}%`,
          height: `${100 / part.height}%`,
          left: `${(-100 * part.left) / part.width}%`,
          top: `${(-100 * part.top) / part.height}%`,
        }}
      />
      <span className="crop-mark" style={placeOf(inPart)} aria-hidden />
    </span>
  );
}
