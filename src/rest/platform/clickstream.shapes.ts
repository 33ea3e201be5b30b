/** Shapes of statistics. */
import { address, date, guid, shape, whole } from './shapes.js';

export const dayCountShape = shape('MatchCumul', 'Matches of a day', {
  Timestamp: date.describe('Midnight UTC at which the day begins'),
  Count: whole,
});

export const archiveShape = shape('Archive', 'A ZIP of two CSV files', {
  DocumentId: guid,
  CreationTime: date,
  ArchiveUrl: address,
});
