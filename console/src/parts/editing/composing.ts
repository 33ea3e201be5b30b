import type { KeyboardEvent } from 'react';

/** Number of every key that writes a part of a letter. */
const COMPOSING_KEY = 229;

/**
 * Whether a key belongs to a letter that is still being written (Japanese, Chinese, Korean …), which Enter and Escape end. Safari
 * says so of the last key by its number alone.
 */
export const isComposing = ({ nativeEvent }: KeyboardEvent) =>
  nativeEvent.isComposing || nativeEvent.keyCode === COMPOSING_KEY;
