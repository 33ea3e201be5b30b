/** Records recognitions. A record copies what it tells, so that history outlives the content. */
import type { Clock } from '../clock.js';
import type { EntityManager } from '../db/database.js';
import { newId } from '../ids.js';
import { Organization } from '../tree/organization.entity.js';
import type { LiveElement } from './enriched-element.js';
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
    const { organizationId } = element.documentNode;
    const organization = await em.findOneOrFail(Organization, { id: organizationId });
    const requestTime = this.clock.now();
    em.create(Match, {
      id: newId(),
      organizationId,
      documentId: element.documentNode.id,
      imageId: element.page.id,
      zoneId: element.zoneId,
      sessionId,
      kind,
      requestTime,
      day: dayOf(requestTime),
      language,
      imageOrder: element.page.order,
      documentName: element.documentNode.name,
      host: keptHost(device.host, organization.hostPolicy),
      device: boundedHeaders(device.headers),
    });
  }
}

function boundedHeaders(headers: ScanDevice['headers']): Record<string, string> {
  const kept = Object.entries(headers).slice(0, MAX_HEADERS);
  return Object.fromEntries(kept.map(([name, value]) => [name, value.slice(0, MAX_HEADER_LENGTH)]));
}
