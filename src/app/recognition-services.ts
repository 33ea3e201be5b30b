/** Wires recognition. */
import type { AccessLimits } from './limits.js';
import type { OperationLog } from '../audit/operation-log.js';
import { ClickReader } from '../readers/click.reader.js';
import { ClickService } from '../readers/click.service.js';
import { CachedEnrichments } from '../recognition/cached-enrichments.js';
import { CachedTargets } from '../recognition/cached-targets.js';
import { MatchPages } from '../readers/match-pages.js';
import { MatchService } from '../readers/match.service.js';
import { MatchWriter } from '../recognition/match-writer.js';
import { EventFeed, type Watch } from '../readers/events/event-feed.js';
import { eventMessages } from '../readers/events/event-body.js';
import { eventsOf } from '../readers/events/recorded-event.js';
import { RecordedEvents } from '../readers/events/recorded-events.service.js';
import { RecordBatches } from '../readers/record-batches.js';
import { PublisherService } from '../organizations/publisher.service.js';
import { OtherZones } from '../recognition/other-zones.js';
import { ReaderPreviewService } from '../recognition/reader-preview.service.js';
import { RecognitionTrialService } from '../recognition/recognition-trial.service.js';
import { RecognitionService } from '../recognition/recognition.service.js';
import { ScanSearch } from '../recognition/scan-search.js';
import type { TreeBasics } from './content-services.js';
import type { CoreServices, Foundations } from './core-services.js';
import { createShortAddresses, type ShortAddressServices } from './short-address-services.js';

export interface RecognitionServices extends ShortAddressServices {
  readonly recognition: RecognitionService;
  readonly recognitionTrials: RecognitionTrialService;
  readonly readerPreviews: ReaderPreviewService;
  readonly otherZones: OtherZones;
  readonly publishers: PublisherService;
  readonly clicks: ClickService;
  readonly clickReader: ClickReader;
  readonly matches: MatchService;
  readonly matchPages: MatchPages;
  readonly recordBatches: RecordBatches;
  readonly recordedEvents: RecordedEvents;
  readonly eventFeed: EventFeed;
}

interface Parts extends Pick<Foundations, 'database' | 'clock' | 'logger' | 'config'> {
  readonly operations: OperationLog;
  readonly watch: Watch;
}

export function createRecognition(
  parts: Parts,
  { nodeStore, guardedNodes }: TreeBasics,
  { imageDecoder: decoder, vision, signatures, fileStore, searchers }: CoreServices,
  { readers: throttle, organizations: limits }: Pick<AccessLimits, 'readers' | 'organizations'>,
): RecognitionServices {
  const { database, clock, logger, watch } = parts;
  const onFailure = (error: unknown) =>
    logger.error(error, 'Records of readers could not be told; they are tried again');
  const eventFeed = new EventFeed({ database, clock, watch, onFailure });
  if (searchers !== null) {
    eventFeed.onNumbered(async (rows) => {
      const events = await eventsOf(database.reader(), rows);
      for (const message of eventMessages(events, clock.now())) searchers.tellRecorded(message);
    });
  }
  const enrichments = new CachedEnrichments(database, clock);
  const matchWriter = new MatchWriter(database, clock, eventFeed.recorded);
  const clicks = new ClickService(database, clock, throttle, eventFeed.recorded);
  const search = new ScanSearch({ decoder, vision, clock, targets: new CachedTargets(database) });
  return {
    recognition: new RecognitionService(
      database,
      nodeStore,
      search,
      enrichments,
      matchWriter,
      throttle,
      limits,
      (error) => logger.error(error, 'A scan was answered and could not be recorded'),
    ),
    recognitionTrials: new RecognitionTrialService({
      database,
      guarded: guardedNodes,
      search,
      vision,
      signatures,
      clock,
    }),
    otherZones: new OtherZones(database, clock),
    publishers: new PublisherService(database, fileStore),
    readerPreviews: new ReaderPreviewService(database, guardedNodes, nodeStore, clock),
    clicks,
    ...createShortAddresses(parts, { guardedNodes, fileStore, throttle, enrichments, matchWriter, clicks }),
    clickReader: new ClickReader(database, guardedNodes),
    matches: new MatchService(database, guardedNodes),
    matchPages: new MatchPages(database, guardedNodes),
    recordBatches: new RecordBatches(database, guardedNodes),
    recordedEvents: new RecordedEvents({ database, clock, guarded: guardedNodes, watch }),
    eventFeed,
  };
}
