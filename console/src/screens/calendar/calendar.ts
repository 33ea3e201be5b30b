/** The calendar of an organization: what is asked for, and its days. */
import { graphql, type ResultOf } from '../../api/graphql';

export const calendarQuery = graphql(`
  query OrganizationCalendar($organizationId: ID!, $from: DateTime!, $to: DateTime!) {
    organization: node(id: $organizationId) {
      __typename
      id
      ... on Organization {
        calendar(from: $from, to: $to) {
          timeZone
          isComplete
          entries {
            kind
            id
            name
            languageCode
            documentId
            documentName
            pageId
            pageOrder
            isActive
            user
            openings {
              start
              end
            }
          }
          drafts {
            documentId
            documentName
            at
            user
            stopped
          }
          notes {
            kind
            elementId
            elementName
            documentId
            documentName
            names
            start
            end
          }
        }
      }
    }
  }
`);

type Answered = Extract<
  NonNullable<ResultOf<typeof calendarQuery>['organization']>,
  { readonly __typename: 'Organization' }
>;
export type Calendar = Answered['calendar'];
type CalendarEntry = Calendar['entries'][number];
export type CalendarDraft = Calendar['drafts'][number];

export const views = ['month', 'week'] as const;
export type View = (typeof views)[number];

/** A day without a time, as midnight in UTC. */
export type Day = number;
export const DAY_MS = 24 * 3_600_000;

const MONDAY_OF_1970 = 4;

export const today = (): Day => {
  const now = new Date();
  return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
};

function mondayOf(day: Day): Day {
  const sinceMonday = (((day / DAY_MS - MONDAY_OF_1970) % 7) + 7) % 7;
  return day - sinceMonday * DAY_MS;
}

/** Whole weeks, from Monday on. */
export function daysOf(view: View, day: Day): readonly Day[] {
  const date = new Date(day);
  const first = view === 'week' ? day : Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  const last = view === 'week' ? day : Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0);
  const days: Day[] = [];
  for (let each = mondayOf(first); each <= mondayOf(last) + 6 * DAY_MS; each += DAY_MS) days.push(each);
  return days;
}

/** The same view before or after. */
export function moved(view: View, day: Day, by: 1 | -1): Day {
  if (view === 'week') return day + by * 7 * DAY_MS;
  const date = new Date(day);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + by, 1);
}

/** The day of an instant by the clocks of a zone. */
function dayIn(timeZone: string, instant: string | number): Day {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date(instant));
  return Date.parse(`${parts}T00:00:00Z`);
}

/** What happens with an entry on a day: it begins, goes on or ends. */
export interface OnDay {
  readonly entry: CalendarEntry;
  /** Of its first opening that day; null where it goes on from the day before. */
  readonly from: string | null;
  /** Of its last opening that day; null where it goes on. */
  readonly until: string | null;
}

export function entriesOn(
  { entries, timeZone }: Pick<Calendar, 'entries' | 'timeZone'>,
  day: Day,
): readonly OnDay[] {
  return entries.flatMap((entry) => {
    const here = entry.openings.filter(
      ({ start, end }) => dayIn(timeZone, start) <= day && dayIn(timeZone, Date.parse(end) - 1) >= day,
    );
    const [first] = here;
    const last = here.at(-1);
    if (first === undefined || last === undefined) return [];
    return {
      entry,
      from: dayIn(timeZone, first.start) === day ? first.start : null,
      until: dayIn(timeZone, Date.parse(last.end) - 1) === day ? last.end : null,
    };
  });
}

export function draftsOn(
  { drafts, timeZone }: Pick<Calendar, 'drafts' | 'timeZone'>,
  day: Day,
): readonly CalendarDraft[] {
  return drafts.filter(({ at }) => dayIn(timeZone, at) === day);
}
