/** Records recognitions. A record copies what it needs of the content, so that history outlives it. */
import type { Clock } from '../kernel/clock.js';
import type { Database } from '../db/database.js';
import { insertInto } from '../db/rows.js';
import { newId } from '../kernel/ids.js';
import { FRESH } from '../readers/events/event-number.js';
import type { LiveElement } from './live-element.js';
import { dayOf, storedHost } from '../readers/record.rules.js';
import type { Match, UnmatchedScan } from '../readers/match.entity.js';
import { boundedHeaders, recordDevice } from '../readers/record-device.js';
import type { ScanDevice } from '../readers/record-device.js';

export interface RecordedMatch {
  readonly element: LiveElement;
  readonly kind: Match['kind'];
  readonly language: string;
  readonly sessionId: string;
  readonly device: ScanDevice;
  /** Of the actions that it offers; see `allRuled`. */
  readonly choices?: string;
  /** Of a match that a device reports later than it was made: its own id and time. A match that is sent twice is one. */
  readonly earlier?: { readonly id: string; readonly requestTime: Date };
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
  constructor(
    private readonly database: Pick<Database, 'write'>,
    private readonly clock: Clock,
    private readonly onRecorded: () => void = () => undefined,
  ) {}

  /** Adds a record, durable when this resolves. */
  async write(match: RecordedMatch): Promise<void> {
    const { element, device, language, sessionId, kind, choices = '', earlier } = match;
    const requestTime = earlier?.requestTime ?? this.clock.now();
    const { path, folderId, folderName, documentName, imageName, zoneName } = element.place;
    const { deviceName, sdk } = recordDevice(device.headers);
    const [sql, values] = insertInto('match_record', {
      id: earlier?.id ?? newId(),
      organization_id: element.organization.id,
      document_id: element.document.id,
      image_id: element.page.id,
      zone_id: element.zoneId,
      session_id: sessionId,
      kind,
      request_time: requestTime,
      day: dayOf(requestTime),
      language,
      image_order: element.page.order,
      path,
      folder_id: folderId,
      folder_name: folderName,
      document_name: documentName,
      image_name: imageName,
      zone_name: zoneName,
      host: storedHost(device.host, element.organization.hostPolicy),
      device: JSON.stringify(boundedHeaders(device.headers)),
      device_name: deviceName,
      sdk,
      choices,
      event_number: FRESH,
    });
    await this.database.write(earlier === undefined ? sql : `${sql} on conflict (id) do nothing`, values);
    this.onRecorded();
  }

  /** Counts a scan of an organization's ApiKey that recognized no page or zone. */
  async writeUnmatched(scan: RecordedScan): Promise<void> {
    const { organizationId, outcome, language, device } = scan;
    const { deviceName, sdk } = recordDevice(device.headers);
    const statement = insertInto('unmatched_scan', {
      id: newId(),
      organization_id: organizationId,
      request_time: this.clock.now(),
      outcome,
      language: (language ?? '').slice(0, MAX_LANGUAGE_LENGTH),
      device_name: deviceName,
      sdk,
      event_number: FRESH,
    });
    await this.database.write(...statement);
    this.onRecorded();
  }
}
