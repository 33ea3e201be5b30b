/** A drawing of 24 by 24, in the color of the text around it; readers of screens pass over it unless it has a label. */
import type { ComponentType, SVGAttributes } from 'react';
import drawings from './drawings.json';

interface IconProps extends Omit<SVGAttributes<SVGSVGElement>, 'stroke'> {
  readonly size?: number | string;
  /** Width of the lines. */
  readonly stroke?: number | string;
}

export type Icon = ComponentType<IconProps>;

interface Drawing {
  readonly path: string;
  /** Filled; drawn by lines otherwise. */
  readonly isFilled?: boolean;
}

const { icons }: { readonly icons: Readonly<Record<string, Drawing>> } = drawings;

/** @param name as in `drawings.json` */
export function icon(name: keyof typeof drawings.icons): Icon {
  const { path, isFilled = false } = icons[name] as Drawing;
  function DrawnIcon({ size = 24, stroke = 2, color = 'currentColor', ...rest }: IconProps) {
    const lines = {
      fill: 'none',
      stroke: color,
      strokeWidth: stroke,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
    } as const;
    const style = isFilled ? { fill: color, stroke: 'none' } : lines;
    return (
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={size}
        height={size}
        viewBox="0 0 24 24"
        {...style}
        {...rest}
      >
        <path d={path} />
      </svg>
    );
  }
  DrawnIcon.displayName = `Icon${name}`;
  return DrawnIcon;
}
