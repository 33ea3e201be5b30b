/** Records recognitions. A record copies what it tells, so that history outlives the content. */
import type { Clock } from '../clock.js';
import type { EntityManager } from '../db/database.js';
import { newId } from '../ids.js';
import type { LiveElement } from './live-element.js';
import { dayOf } from './day.rules.js';
import { keptHost } from './host.rules.js';
import { Match } from './match.entity.js';
import { boundedHeaders, recordDevice } from './record-device.js';
import { UnmatchedScan } from './unmatched-scan.entity.js';
import type { ScanDevice } from './views.js';

export interface RecordedMatch {
  readonly element: LiveElement;
  readonly kind: Match['kind'];
  readonly language: string;
  readonly sessionId: string;
  readonly device: ScanDevice;
}

export interface RecordedScan {
  readonly organizationId: string;
  readonly outcome: UnmatchedScan['outcome'];
  readonly language: string | null;
  readonly device: ScanDevice;
}

/** Of a language as readers' devices write it. */
const MAX_LANGUAGE_LENGTH = 35;

export class MatchWriter {
  constructor(private readonly clock: Clock) {}

  /** Adds a record; the caller's transaction makes it durable. */
  async write(em: EntityManager, match: RecordedMatch): Promise<void> {
    const { element, device, language, sessionId, kind } = match;
    const requestTime = this.clock.now();
    await em.insert(Match, {
      id: newId(),
      organizationId: element.organization.id,
      documentId: element.document.id,
      imageId: element.page.id,
      zoneId: element.zoneId,
      sessionId,
      kind,
      requestTime,
      day: dayOf(requestTime),
      language,
      imageOrder: element.page.order,
      ...element.place,
      host: keptHost(device.host, element.organization.hostPolicy),
      device: boundedHeaders(device.headers),
      ...recordDevice(device.headers),
    });
  }

  /** Counts a scan of an organization's ApiKey that recognized no page or zone. */
  async writeUnmatched(em: EntityManager, scan: RecordedScan): Promise<void> {
    const { organizationId, outcome, language, device } = scan;
    await em.insert(UnmatchedScan, {
      id: newId(),
      organizationId,
      requestTime: this.clock.now(),
      outcome,
      language: (language ?? '').slice(0, MAX_LANGUAGE_LENGTH),
      ...recordDevice(device.headers),
    });
  }
}
