/**
 * Dates that are printed with day, month and year and are still to come, as events for a calendar. What can be read in two ways proposes
 * nothing: a wrong day in the calendar of a reader is worse than none.
 */
import { de, en, fr, type ParsedComponents, type ParsedResult } from 'chrono-node';
import { Temporal } from 'temporal-polyfill';
import { around } from '../../media/boxes.js';
import type { Finding } from './proposal.js';
import { follows, type TextLine, wordsIn } from './text-lines.js';

export interface DateContext {
  readonly now: Date;
  /** Of the organization: times of a page are those of its clocks. */
  readonly timeZone: string;
  /** Of the page; null where it has none. */
  readonly title: string | null;
}

/** Dates that are farther away are terms and numbers. */
const MOST_YEARS_AHEAD = 5;
/** A line that is longer is no line of print. */
const MOST_CHARACTERS = 400;
const MOST_NAME = 60;
const MOST_TEXT = 200;
/** An event whose end is not printed. */
const USUAL_HOURS = 1;

/** German, British and French: each reads numbers with the day first. */
const PARSERS = [de.casual, en.GB, fr.casual];

/** Of a day and a month in numbers, between strokes or hyphens, either may come first. */
const AMBIGUOUS = /(?<!\d)(?:0?[1-9]|1[0-2])\s*[/-]\s*(?:0?[1-9]|1[0-2])\s*[/-]\s*\d{4}/;
/** Where a longer number, a name of a file or a range begins or goes on, the date is a part of it. */
const GOES_BEFORE = /[\p{L}\d][./\\_:-]?$|[\d.]\s*(?:[–—+&,/-]|bis|und|u\.|to|and|or|au|et)\s*$/iu;
const ENDS_IN_RANGE =
  /(?:\d\.?,|[–—&-]|(?<!\p{L})(?:bis|und|vom|von|to|and|from|until|till|au|et|du|jusqu[’']))\s*$/iu;
const GOES_AFTER =
  /^(?:[./\\_:-]?\d|[\\_]|\s*(?:[–—+&/-]|bis|und|to|until|till|through|and|or|au|et|jusqu[’'])\s*\p{L}*\.?\s*\d|\s*(?:[€$£%]|euro?|chf|fr\.|usd|gbp|kg|cm|mm)(?!\p{L}))/iu;
/** Words for things that are made, valid or counted from a date: no event. */
const NO_EVENT =
  /(?:©|\(c\)|copyright|stand|version|rev(?:ision)?|ausgabe|auflage|edition|[ée]dition|print(?:ed)?|gedruckt|imprim[ée]e?|updated?|aktualisiert|mise? [àa] jour|as of|isbn|issn|art|nr|no|n°|#|born|geb(?:oren)?|née?|expires?|expiry|mhd|exp)[\s.:*]*(?:of|vom|am|du|le|on)?[\s:]*$/iu;
/** A time of day as it is printed: a number alone may count anything. */
const TIME =
  /\d\s*(?:h\b|uhr|[ap]\.?\s?m\b|o[’']clock)|(?<!\p{L})(?:noon|midnight|midi|minuit|mittags?|mitternacht)(?!\p{L})|(?<![\d.])\d{1,2}[:h]\d\d|\d{1,2}\.\d\d(?![\d.])/iu;
const YEAR = /(?<!\d)20\d\d(?!\d)/;

export function datesIn(lines: readonly TextLine[], context: DateContext): readonly Finding[] {
  return lines.flatMap((line, at) => {
    if (line.text.length > MOST_CHARACTERS || !isReadable(line)) return [];
    const [before, next] = [lines[at - 1], lines[at + 1]];
    const second =
      next !== undefined && follows(line, next) && next.text.length <= MOST_CHARACTERS ? next : null;
    const text = second === null ? line.text : `${line.text} ${second.text}`;
    if (!YEAR.test(text)) return [];
    const above = before !== undefined && follows(before, line) ? before.text : '';
    return matchesIn(text, above)
      .filter(({ from }) => from < line.text.length)
      .flatMap(({ from, to, result }): Finding[] => {
        const content = eventOf(result, context);
        if (content === null) return [];
        const words = [...wordsIn(line, from, to)];
        if (second !== null)
          words.push(...wordsIn(second, from - line.text.length - 1, to - line.text.length - 1));
        if (words.length === 0 || words.some(({ isParted }) => isParted)) return [];
        const printed = text.slice(from, to).trim();
        const whole = (to > line.text.length ? text : line.text).slice(0, MOST_TEXT);
        const Summary = context.title ?? whole;
        const action = {
          type: 'VCALENDAR',
          name: printed.slice(0, MOST_NAME),
          content: { Summary, Description: whole, ...content },
        } as const;
        return [{ kind: 'Event', origin: 'Text', box: around(words), action, title: null }];
      });
  });
}

/** Letters of a line that is set vertically or from right to left come in another order than a parser reads. */
const isReadable = ({ text }: TextLine): boolean => !/[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(text);

interface Match {
  readonly from: number;
  readonly to: number;
  readonly result: ParsedResult;
}

function matchesIn(text: string, above: string): readonly Match[] {
  const read = spelled(text);
  const found = PARSERS.flatMap((parser) => parser.parse(read))
    .filter((result) => isWhole(read, result, above))
    .map((result) => ({ from: result.index, to: result.index + result.text.length, result }))
    .toSorted((a, b) => b.to - b.from - (a.to - a.from));
  const kept: Match[] = [];
  for (const match of found) {
    const same = found.filter(({ from, to }) => from < match.to && to > match.from);
    const days = new Set(same.map(({ result }) => dayOf(result.start)?.toString()));
    if (days.size > 1) continue;
    if (!kept.some(({ from, to }) => from < match.to && to > match.from)) kept.push(match);
  }
  return kept;
}

/** Spells times as the parsers know them, with as many letters as before. */
function spelled(text: string): string {
  return text
    .replace(/(?<!\d)(\d{1,2}) h (\d\d)(?!\d)/g, '$1h$2  ')
    .replace(/(?<!\d)(\d{1,2}) h(?![\p{L}\d])/gu, '$1h ')
    .replace(/(\d{4})( |, )(ab)(?= \d{1,2}([:.]\d\d)? Uhr)/g, '$1$2um')
    .replace(/(\d{4}) [–—|•·-](?= \d{1,2}(?:[:h]\d\d|\.\d\d(?![.\d])))/g, '$1, ');
}

function isWhole(text: string, { index, text: matched, start, end }: ParsedResult, above: string): boolean {
  const [before, after] = [text.slice(0, index), text.slice(index + matched.length)];
  const allBefore = above === '' ? before : `${above} ${before}`;
  if (!start.isCertain('day')) return false;
  if (!YEAR.test(matched) || AMBIGUOUS.test(matched) || start.isCertain('timezoneOffset')) return false;
  if (GOES_BEFORE.test(allBefore) || NO_EVENT.test(before) || GOES_AFTER.test(after)) return false;
  if (before.trim() === '' && ENDS_IN_RANGE.test(above)) return false;
  return !hasOtherTime(before, after, start) && hasCertainTime(matched, start, end);
}

/** Whether another time stands beside the date that was not read with it. */
const hasOtherTime = (before: string, after: string, start: ParsedComponents): boolean =>
  TIME.test(after.slice(0, 16)) || (!start.isCertain('hour') && TIME.test(before.slice(-16)));

/** Whether the time, where there is one, was printed as one. */
function hasCertainTime(
  matched: string,
  start: ParsedComponents,
  end: ParsedComponents | null | undefined,
): boolean {
  if (!start.isCertain('hour')) return true;
  const time = matched.replace(/\d{1,2}\.\d{1,2}\.\d{4}|\d{4}-\d\d-\d\d/, ' ');
  if (!TIME.test(time)) return false;
  // “at 7:30” is in the morning or in the evening where English is read.
  const hour = start.get('hour') ?? 0;
  const isEnglish =
    /\p{L}{3}/u.test(time) && /\bat\b|january|february|march|may|june|july|october|december/iu.test(time);
  const isOfDay = hour > 12 || hour === 0 || (end?.get('hour') ?? 0) > 12;
  return !isEnglish || isOfDay || /[ap]\.?\s?m\b|(?<!\d)0\d[:.]/iu.test(time);
}

/** The day that is printed; null where a part of it is not. */
function dayOf(parts: ParsedComponents, year?: number | null): Temporal.PlainDate | null {
  const stated = parts.isCertain('year') ? parts.get('year') : (year ?? null);
  const [month, day] = [parts.get('month'), parts.get('day')];
  if (stated === null || month === null || day === null) return null;
  if (!parts.isCertain('month') || !parts.isCertain('day')) return null;
  try {
    const date = Temporal.PlainDate.from({ year: stated, month, day }, { overflow: 'reject' });
    const weekday = parts.isCertain('weekday') ? (parts.get('weekday') ?? 0) : null;
    return weekday === null || weekday % 7 === date.dayOfWeek % 7 ? date : null;
  } catch {
    return null;
  }
}

/** Beginning and end, in UTC; null for what is over, too far away or no date. */
function eventOf(
  { start, end }: ParsedResult,
  { now, timeZone }: DateContext,
): { readonly Start: string; readonly End: string } | null {
  const lastDay = end == null ? null : dayOf(end, start.get('year'));
  // “3. Mai bis 5. Juni 2027”: the year is printed once.
  const firstDay = dayOf(start, end?.isCertain('year') === true ? end.get('year') : null);
  if (firstDay === null || (end != null && lastDay === null && end.isCertain('day'))) return null;
  if (lastDay !== null && Temporal.PlainDate.compare(lastDay, firstDay) < 0) return null;
  const at = (day: Temporal.PlainDate, parts: ParsedComponents | null): Temporal.ZonedDateTime =>
    day.toZonedDateTime({
      timeZone,
      plainTime: { hour: parts?.get('hour') ?? 0, minute: parts?.get('minute') ?? 0 },
    });
  const isTimed = start.isCertain('hour');
  const begin = at(firstDay, isTimed ? start : null);
  const finish = isTimed
    ? end?.isCertain('hour') === true
      ? at(lastDay ?? firstDay, end)
      : begin.add({ hours: USUAL_HOURS })
    : at((lastDay ?? firstDay).add({ days: 1 }), null);
  if (finish.epochMilliseconds <= begin.epochMilliseconds) return null;
  if (begin.epochMilliseconds <= now.getTime()) return null;
  if (firstDay.year > now.getUTCFullYear() + MOST_YEARS_AHEAD) return null;
  return { Start: utcOf(begin), End: utcOf(finish) };
}

const utcOf = (time: Temporal.ZonedDateTime): string => time.toInstant().toString({ smallestUnit: 'second' });
