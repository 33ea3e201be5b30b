/** Where statistics count: the tables of what readers did, and what each of them can be counted by. */

export const dimensions = [
  'Day',
  'Hour',
  'Folder',
  'Document',
  'Page',
  'Zone',
  'Action',
  'Language',
  'Device',
  'Sdk',
] as const;
export type Dimension = (typeof dimensions)[number];

/** What is counted. */
export const measures = [
  'matches',
  'clicks',
  'clicksWithoutMatch',
  'unrecognizedScans',
  'pictureScans',
] as const;
export type Counts = Readonly<Record<(typeof measures)[number], number>>;

interface Column {
  /** In SQL; the value itself where there is no id. */
  readonly id: string;
  readonly name: string;
}

export interface Source {
  readonly table: string;
  readonly time: string;
  /** What is counted, in SQL; rows are counted where it is true. */
  readonly counted: Partial<Readonly<Record<keyof Counts, string>>>;
  readonly columns: Partial<Readonly<Record<Dimension, Column>>>;
  /** Whether its rows are of elements of the tree. */
  readonly isOfElements: boolean;
}

const element = (id: string, name: string): Column => ({ id, name });
const value = (column: string): Column => ({ id: column, name: column });

const ofReaders = { Language: value('language'), Device: value('device_name'), Sdk: value('sdk') };
const ofElements = {
  Folder: element('folder_id', 'folder_name'),
  Document: element('document_id', 'document_name'),
  Page: element('image_id', 'image_name'),
  Zone: element('zone_id', 'zone_name'),
  ...ofReaders,
};

export const sources: readonly Source[] = [
  {
    table: 'match_record',
    time: 'request_time',
    counted: { matches: '1 = 1' },
    columns: ofElements,
    isOfElements: true,
  },
  {
    table: 'click_record',
    time: 'click_time',
    counted: { clicks: '1 = 1', clicksWithoutMatch: 'match_id is null' },
    columns: { ...ofElements, Action: element('action_id', 'action_name') },
    isOfElements: true,
  },
  {
    table: 'unmatched_scan',
    time: 'request_time',
    counted: {
      unrecognizedScans: "outcome = 'Unrecognized'",
      pictureScans: "outcome = 'Picture'",
    },
    columns: ofReaders,
    isOfElements: false,
  },
];
