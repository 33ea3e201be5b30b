/** Views of statistics as the platform's clients know them. */
import type { ArchiveView } from '../../insight/clickstream.service.js';
import type { DayCount } from '../../insight/clickstream.service.js';
import { view } from '../shared/view.js';
import { address, date, type FileUrl, guid, shape, whole } from './shapes.js';

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
