/** A color that is typed, picked from the screen or chosen among samples; empty for none where that is allowed. */
import { ColorInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  /** Any color that browsers understand; null for none. */
  readonly value: string | null;
  /** Told `#rrggbb`, and null for an emptied field; nothing while what stands there is no color yet. */
  readonly onChange: (color: string | null) => void;
  /** Without it, an empty field is a mistake. */
  readonly mayBeEmpty?: boolean;
  readonly label?: string;
  readonly 'aria-label'?: string;
  readonly swatches: string[];
  readonly swatchesPerRow?: number;
  readonly size: 'xs' | 'sm';
  readonly widthPx: number;
}

const COLOR = /^#?([0-9a-f]{6})$/i;

export function ColorField({ value, onChange, mayBeEmpty = false, widthPx, ...field }: Props) {
  const { t } = useTranslation();
  /** The field's text while it is no color; null while the field shows the value. */
  const [unfinished, setUnfinished] = useState<string | null>(null);
  const [isTyping, setIsTyping] = useState(false);
  const take = (text: string) => {
    const digits = COLOR.exec(text.trim())?.[1];
    const isEmpty = mayBeEmpty && text.trim() === '';
    setUnfinished(digits === undefined && !isEmpty ? text : null);
    if (digits !== undefined) onChange(`#${digits}`);
    else if (isEmpty) onChange(null);
  };
  return (
    <ColorInput
      {...field}
      w={widthPx}
      format="hex"
      value={unfinished ?? value ?? ''}
      onChange={take}
      onFocus={() => setIsTyping(true)}
      onBlur={() => setIsTyping(false)}
      // Its own mending puts back a value that may be one change old, and empties what was just typed.
      fixOnBlur={false}
      error={unfinished !== null && !isTyping ? t('colorMistake') : undefined}
      eyeDropperButtonProps={{ 'aria-label': t('pickColor') }}
    />
  );
}
