/** Views of statistics as the platform's clients know them. */
import type { ArchiveView } from './clickstream.service.js';
import type { DayCount } from './clickstream.service.js';
import { dimensions } from '../statistics/statistics-sources.js';
import type { StatisticsRow, StatisticsView } from '../statistics/statistics.service.js';
import { z } from 'zod';
import { view } from '../rest/shared/view.js';
import {
  address,
  date,
  type FileUrl,
  guid,
  optionalText,
  shape,
  text,
  whole,
} from '../rest/platform/shapes.js';

const dayCountShape = shape('MatchCumul', 'Matches of a day', {
  Timestamp: date.describe('Midnight UTC at which the day begins'),
  Count: whole,
});

export const dayCountView = view(dayCountShape, ({ day, count }: DayCount) => ({
  Timestamp: day.toISOString(),
  Count: count,
}));

const archiveShape = shape('Archive', 'A ZIP of two CSV files', {
  DocumentId: guid,
  CreationTime: date,
  ArchiveUrl: address,
});

export const archiveView = view(archiveShape, (archive: ArchiveView, fileUrl: FileUrl) => ({
  DocumentId: archive.documentId,
  CreationTime: archive.creationTime.toISOString(),
  ArchiveUrl: fileUrl(archive.fileId),
}));

const statisticsRowShape = shape('StatisticsRow', 'Counts of what the keys name', {
  Keys: z.array(
    shape('StatisticsKey', 'A value that is counted by', {
      Dimension: z.enum(dimensions),
      Id: optionalText.describe('Of an element or action, also of one that is gone; otherwise the value'),
      Name: text,
    }),
  ),
  Matches: whole,
  Clicks: whole,
  ClicksWithoutMatch: whole.describe('Of the clicks those that no match is known of'),
  UnrecognizedScans: whole,
  PictureScans: whole.describe('Scans that recognized a picture of picture mode'),
});

const statisticsRowView = view(
  statisticsRowShape,
  (row: Omit<StatisticsRow, 'keys'> & Partial<StatisticsRow>) => ({
    Keys: (row.keys ?? []).map(({ dimension, id, name }) => ({ Dimension: dimension, Id: id, Name: name })),
    Matches: row.matches,
    Clicks: row.clicks,
    ClicksWithoutMatch: row.clicksWithoutMatch,
    UnrecognizedScans: row.unrecognizedScans,
    PictureScans: row.pictureScans,
  }),
);

const statisticsShape = shape('Statistics', 'What readers did', {
  TimeZone: text.describe('Where the days begin at midnight'),
  Total: statisticsRowShape,
  Rows: z.array(statisticsRowShape),
});

export const statisticsView = view(statisticsShape, ({ timeZone, total, rows }: StatisticsView) => ({
  TimeZone: timeZone,
  Total: statisticsRowView.of(total),
  Rows: rows.map((row) => statisticsRowView.of(row)),
}));
