/** Styles as readers' clients understand them: a JSON text with the look of the button and of the words on it. */
import { luminance } from '@mantine/core';
import type { CSSProperties } from 'react';

const MODEL = 'loupe-V2.0';

export interface Look {
  /** #rrggbb; null leaves it to the reader's client. */
  readonly background: string | null;
  readonly color: string | null;
  readonly isBold: boolean;
  readonly isItalic: boolean;
}

export const PLAIN: Look = { background: null, color: null, isBold: false, isItalic: false };

interface StyleText {
  readonly model?: string;
  readonly button?: Readonly<Record<string, unknown>>;
  readonly text?: Readonly<Record<string, unknown>>;
}

/** The part of a style that the editor knows; `PLAIN` for free text of other programs. */
export function lookOf(style: string | null | undefined): Look {
  const { button = {}, text = {} } = parse(style);
  const colorOf = (value: unknown) =>
    typeof value === 'string' && CSS.supports('color', value) ? value : null;
  return {
    background: colorOf(button['background-color']),
    color: colorOf(text['color']),
    isBold: text['font-weight'] === 'bold',
    isItalic: text['font-style'] === 'italic',
  };
}

/** The style with a look; what else it said stays. Null for one that says nothing. */
export function styleOf(look: Look, before: string | null | undefined): string | null {
  const { model = MODEL, button = {}, text = {} } = parse(before);
  const nextButton = without({ ...button, 'background-color': look.background });
  const nextText = without({
    ...text,
    color: look.color,
    'font-weight': look.isBold ? 'bold' : null,
    'font-style': look.isItalic ? 'italic' : null,
  });
  if (Object.keys(nextButton).length === 0 && Object.keys(nextText).length === 0) return null;
  return JSON.stringify({ model, button: nextButton, text: nextText });
}

/** For showing it. */
export function cssOf(style: string | null | undefined): CSSProperties {
  const { background, color, isBold, isItalic } = lookOf(style);
  return {
    ...(background === null ? {} : { backgroundColor: background }),
    ...(color === null ? {} : { color }),
    ...(isBold ? { fontWeight: 700 } : {}),
    ...(isItalic ? { fontStyle: 'italic' } : {}),
  };
}

/** Contrast that WCAG 2.2 asks of large text, below which the words of an action are guessed rather than read. */
const LEAST_CONTRAST = 3;

/** Whether words and background of a look are too much alike; false where it leaves one of them to the reader's client. */
export function isHardToRead({ background, color }: Look): boolean {
  if (background === null || color === null) return false;
  const [dark, light] = [luminance(background), luminance(color)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05) < LEAST_CONTRAST;
}

/** Whether a style is written by another program in a form of its own. */
export function isForeign(style: string | null | undefined): boolean {
  return style != null && style.trim() !== '' && Object.keys(parse(style)).length === 0;
}

function parse(style: string | null | undefined): StyleText {
  if (style == null) return {};
  try {
    const value = JSON.parse(style) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}

function without(members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}
