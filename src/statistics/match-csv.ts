/** The two tables of an archive as CSV: UTF-8 with a byte order mark, for spreadsheet programs. */
import { stringify, type Stringifier } from 'csv-stringify';
import type { ClickView, MatchView } from '../readers/match.reader.js';
import { harmless } from '../kernel/spreadsheet-text.js';
import type { DayCount } from '../readers/clickstream.service.js';

export const matchColumns = [
  'MatchId',
  'RequestTime',
  'DocumentName',
  'ImageOrder',
  'Language',
  'Operating System',
  'DeviceSystemVersion',
  'Host',
  'ClickTime',
  'ClickHost',
  'ActionName',
  'ActionOrder',
  'ActionType',
  'ActionId',
] as const;

export const cumulColumns = ['Timestamp', 'Count'] as const;

type Cell = string | number;

/** A stream that takes rows and gives CSV. */
export function csvOf(columns: readonly string[]): Stringifier {
  return stringify({ header: true, columns: [...columns], bom: true, record_delimiter: '\r\n' });
}

/** A match and what was clicked after it: a row for each click, one row without clicks when there is none. */
export function matchRows(match: MatchView): Cell[][] {
  const own: Cell[] = [
    match.id,
    match.requestTime.toISOString(),
    harmless(match.documentName),
    match.imageOrder,
    harmless(match.language),
    harmless(match.operatingSystem ?? ''),
    harmless(match.deviceSystemVersion ?? ''),
    harmless(match.host ?? ''),
  ];
  if (match.clicks.length === 0) return [[...own, '', '', '', '', '', '']];
  return match.clicks.map((click) => [...own, ...clickCells(click)]);
}

/** A click of its own: a row without a match. */
export function ownClickRow(click: ClickView): Cell[] {
  return ['', '', '', '', '', '', '', '', ...clickCells(click)];
}

function clickCells(click: ClickView): Cell[] {
  return [
    click.clickTime.toISOString(),
    harmless(click.host ?? ''),
    harmless(click.actionName),
    click.actionOrder ?? '',
    click.actionType,
    click.actionId,
  ];
}

export function cumulRow({ day, count }: DayCount): Cell[] {
  return [day.toISOString(), count];
}
