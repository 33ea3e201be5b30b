/** The calendar of an organization: when its content is shown, and when drafts are published. */
import type {
  Calendar,
  CalendarDraft,
  CalendarEntry,
} from '../../src/documents/calendar/calendar.service.js';
import {
  calendarKinds,
  type CalendarNote,
  type noteKinds,
} from '../../src/documents/calendar/calendar-notes.js';
import type { Opening } from '../../src/kernel/windows/openings.js';
import { builder, enumType } from '../builder.js';
import { windowed } from '../content/time-window.js';
import { Organization, TreeNode } from '../refs.js';

/** Most are open once within a month. */
const FEW = { field: 1, multiplier: 3 };

const CalendarKindEnum = enumType('CalendarKind', {
  description: 'A kind of content that is shown at its times.',
  values: calendarKinds,
});

const NoteKindEnum = enumType('CalendarNoteKind', {
  description: 'Why a time of a calendar is worth a look.',
  values: {
    Overlap: { description: 'Two actions of an element in one language are within their windows at once.' },
    Gap: { description: 'An element whose actions have windows offers none.' },
  } satisfies Record<(typeof noteKinds)[number], object>,
});

const OpeningType = builder.objectRef<Opening>('CalendarOpening').implement({
  description: 'A time span in which something is shown without a break.',
  fields: (t) => ({
    start: t.expose('start', { type: 'DateTime', description: 'Its begin, or that of the period.' }),
    end: t.expose('end', { type: 'DateTime', description: 'Its end, exclusive, or that of the period.' }),
  }),
});

const EntryType = builder.objectRef<CalendarEntry>('CalendarEntry').implement({
  description: 'Something with a time window that is open within the period.',
  fields: (t) => ({
    kind: t.field({ type: CalendarKindEnum, description: 'What it is.', resolve: ({ kind }) => kind }),
    id: t.exposeID('id', { description: 'Guid of the document, page, zone, title or action.' }),
    element: t.field({
      type: TreeNode,
      nullable: true,
      description: 'The document, page or zone that it is or belongs to.',
      resolve: ({ elementId }) => elementId,
    }),
    elementId: t.exposeID('elementId', { description: 'Guid of that element.' }),
    name: t.exposeString('name', { description: 'Its name; of a title its text.' }),
    languageCode: t.expose('languageCode', {
      type: 'Locale',
      nullable: true,
      description: 'Of a title or an action.',
    }),
    documentId: t.exposeID('documentId', { description: 'Guid of its document.' }),
    documentName: t.exposeString('documentName', { description: 'Name of its document.' }),
    pageId: t.exposeID('pageId', { nullable: true, description: 'Guid of its page; null of a document.' }),
    pageOrder: t.exposeInt('pageOrder', {
      nullable: true,
      description: 'Place of its page; null of a document.',
    }),
    isActive: t.exposeBoolean('isActive', {
      description: 'Whether its document is active; readers see nothing of others.',
    }),
    timeWindow: t.field(windowed),
    openings: t.field({
      type: [OpeningType],
      complexity: FEW,
      description: 'When it is shown within the period, in order.',
      resolve: ({ openings }) => [...openings],
    }),
    user: t.exposeString('user', {
      nullable: true,
      description: 'Who set a window of the element last; null where the log does not know.',
    }),
  }),
});

const DraftEntryType = builder.objectRef<CalendarDraft>('CalendarDraft').implement({
  description: 'A draft that is published by its date.',
  fields: (t) => ({
    documentId: t.exposeID('documentId', { description: 'Guid of its document.' }),
    documentName: t.exposeString('documentName', { description: 'Name of its document.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When it is published.' }),
    user: t.exposeString('user', { nullable: true, description: 'Who set the date.' }),
    stopped: t.exposeString('stopped', {
      nullable: true,
      description: 'Why it could not be published at its date; null while it waits.',
    }),
  }),
});

const NoteType = builder.objectRef<CalendarNote>('CalendarNote').implement({
  description: 'A time that is worth a look: windows overlap, or leave nothing.',
  fields: (t) => ({
    kind: t.field({ type: NoteKindEnum, description: 'Why.', resolve: ({ kind }) => kind }),
    element: t.field({
      type: TreeNode,
      nullable: true,
      description: 'The document, page or zone.',
      resolve: ({ elementId }) => elementId,
    }),
    elementId: t.exposeID('elementId', { description: 'Guid of that element.' }),
    elementName: t.exposeString('elementName', { description: 'Its name.' }),
    documentId: t.exposeID('documentId', { description: 'Guid of its document.' }),
    documentName: t.exposeString('documentName', { description: 'Name of its document.' }),
    names: t.stringList({
      description: 'Names of the actions that overlap.',
      resolve: ({ names }) => [...names],
    }),
    start: t.expose('start', { type: 'DateTime', description: 'When it begins.' }),
    end: t.expose('end', { type: 'DateTime', description: 'When it ends, exclusive.' }),
  }),
});

const CalendarType = builder.objectRef<Calendar>('Calendar').implement({
  description: 'When content of an organization is shown to readers, and when drafts are published.',
  fields: (t) => ({
    timeZone: t.exposeString('timeZone', { description: 'Whose clocks count.' }),
    entries: t.field({
      type: [EntryType],
      description: 'By the first time at which each is shown; at most 500.',
      resolve: ({ entries }) => [...entries],
    }),
    drafts: t.field({
      type: [DraftEntryType],
      description: 'By date; at most 500.',
      resolve: ({ drafts }) => [...drafts],
    }),
    notes: t.field({
      type: [NoteType],
      description: 'Overlaps and gaps, by time; at most 100, of an element the first three gaps.',
      resolve: ({ notes }) => [...notes],
    }),
    isComplete: t.exposeBoolean('isComplete', {
      description: 'Whether all entries and drafts are there; a shorter period has fewer.',
    }),
  }),
});

builder.objectField(Organization, 'calendar', (t) =>
  t.field({
    type: CalendarType,
    description: 'What has a time within a period, without the organizations below.',
    args: {
      from: t.arg({ type: 'DateTime', required: true, description: 'The begin.' }),
      to: t.arg({
        type: 'DateTime',
        required: true,
        description: 'The end, exclusive, at most 62 days later.',
      }),
    },
    resolve: ({ id }, { from, to }, { services, viewer }) => services.calendar.of(viewer, id, { from, to }),
  }),
);
