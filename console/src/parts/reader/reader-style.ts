/** The free text of a style, as far as a mobile client reads it: colors and weight of a button and of its text. */
import type { CSSProperties } from 'react';

type Rules = Readonly<Record<string, unknown>>;

/** The style of a button; empty where the text is no style, or asks for more than colors and weights. */
export function buttonStyle(style: string | null): CSSProperties {
  const { button, text } = parse(style);
  return {
    ...color('backgroundColor', button['background-color']),
    ...color('color', text['color']),
    ...(text['font-weight'] === 'bold' ? { fontWeight: 700 } : {}),
    ...(text['font-style'] === 'italic' ? { fontStyle: 'italic' } : {}),
  };
}

/** The style of a title. */
export function textStyle(style: string | null): CSSProperties {
  const { backgroundColor: _background, ...rest } = buttonStyle(style);
  return rest;
}

function parse(style: string | null): { readonly button: Rules; readonly text: Rules } {
  try {
    const { button, text } = JSON.parse(style ?? '') as { readonly button?: Rules; readonly text?: Rules };
    return { button: button ?? {}, text: text ?? {} };
  } catch {
    return { button: {}, text: {} };
  }
}

function color(name: 'backgroundColor' | 'color', value: unknown): CSSProperties {
  return typeof value === 'string' && CSS.supports('color', value) ? { [name]: value } : {};
}
