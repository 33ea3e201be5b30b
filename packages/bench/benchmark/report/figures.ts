import type { Row } from './result.js';

/** A figure with as many digits as it deserves. */
export function formatValue(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  if (size >= 100) return Math.round(value).toLocaleString('en-US');
  return size >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** "93.5 %", with its interval as "(91.0–95.4)" where there is one. */
export function formatRow({ value, unit, low, high }: Row): string {
  const interval =
    low === undefined || high === undefined ? '' : ` (${formatValue(low)}–${formatValue(high)})`;
  return `${formatValue(value)} ${unit}${interval}`;
}
