/** Time windows: when readers are shown something. */
import {
  type HoursOfDay,
  readTimeWindow,
  type TimeWindow,
  weekdays,
} from '../../src/kernel/windows/time-window.js';
import { builder, enumType } from '../builder.js';

const WeekdayEnum = enumType('Weekday', { description: 'A day of the week.', values: weekdays });

const SAID = {
  from: 'From this time, for example 2026-12-01T00:00, without a zone; null where it is open.',
  until: 'Until this time, exclusive; null where it is open.',
  days: 'On these days of the week; on every day where there is none.',
  hours: 'At these hours; the whole day where there is none.',
  begins: 'When it begins, for example 07:00.',
  ends: 'When it ends, exclusive; 24:00 for the end of the day. Earlier than the begin goes on past midnight.',
} as const;

const HoursType = builder.objectRef<HoursOfDay>('HoursOfDay').implement({
  description: 'A part of a day.',
  fields: (t) => ({
    from: t.exposeString('from', { description: SAID.begins }),
    until: t.exposeString('until', { description: SAID.ends }),
  }),
});

const TimeWindowType = builder.objectRef<TimeWindow & { readonly text: string }>('TimeWindow').implement({
  description:
    'When readers are shown something, by the clocks of its organization (`Organization.timeZone`). At other times they are answered as if it were not there.',
  fields: (t) => ({
    from: t.exposeString('from', { nullable: true, description: SAID.from }),
    until: t.exposeString('until', { nullable: true, description: SAID.until }),
    days: t.field({ type: [WeekdayEnum], description: SAID.days, resolve: ({ days }) => [...days] }),
    hours: t.field({ type: [HoursType], description: SAID.hours, resolve: ({ hours }) => [...hours] }),
    text: t.exposeString('text', { description: 'As files, tables and REST write it.' }),
  }),
});

const HoursInput = builder.inputType('HoursOfDayInput', {
  description: 'A part of a day.',
  fields: (t) => ({
    from: t.string({ required: true, description: SAID.begins }),
    until: t.string({ required: true, description: SAID.ends }),
  }),
});

export const TimeWindowInput = builder.inputType('TimeWindowInput', {
  description:
    'When readers are shown something, by the clocks of its organization. Without a member: always.',
  fields: (t) => ({
    from: t.string({ description: SAID.from }),
    until: t.string({ description: `${SAID.until} A day alone belongs to the window whole.` }),
    days: t.field({ type: [WeekdayEnum], description: SAID.days }),
    hours: t.field({ type: [HoursInput], description: SAID.hours }),
  }),
});

/** A field of what has a window. */
export const windowed = {
  type: TimeWindowType,
  nullable: true,
  description: 'When readers are shown it; null: always.',
  resolve: ({ timeWindow: text }: { readonly timeWindow: string | null }) =>
    text === null ? null : { ...readTimeWindow(text), text },
} as const;

/** A member of an input that sets a window. */
export const windowInput = {
  type: TimeWindowInput,
  description: 'When readers are shown it; null removes the window, left out it stays.',
} as const;
