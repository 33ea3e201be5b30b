/** Records recognitions. A record copies what it tells, so that history outlives the content. */
import type { Clock } from '../clock.js';
import type { EntityManager } from '../db/database.js';
import { newId } from '../ids.js';
import type { LiveElement } from './live-element.js';
import { dayOf } from './day.rules.js';
import { keptHost } from './host.rules.js';
import { Match } from './match.entity.js';
import type { ScanDevice } from './views.js';

/** Headers of a record, and characters of each; what is beyond is not kept. */
const MAX_HEADERS = 40;
const MAX_HEADER_LENGTH = 500;

export interface RecordedMatch {
  readonly element: LiveElement;
  readonly kind: Match['kind'];
  readonly language: string;
  readonly sessionId: string;
  readonly device: ScanDevice;
}

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
      documentName: element.document.name,
      host: keptHost(device.host, element.organization.hostPolicy),
      device: boundedHeaders(device.headers),
    });
  }
}

function boundedHeaders(headers: ScanDevice['headers']): Record<string, string> {
  const kept = Object.entries(headers).slice(0, MAX_HEADERS);
  return Object.fromEntries(kept.map(([name, value]) => [name, value.slice(0, MAX_HEADER_LENGTH)]));
}
