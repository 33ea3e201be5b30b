/** Requests of the page for readers: photos and clicks, with a publishable key. Nothing of the GraphQL client is loaded. */
import { serverAddress } from '../api/own-path';
import { sessionHeaders } from '../api/session-headers';
import { READER_TARGET, type ReaderTarget } from '../parts/reader/action-target';
import type { PackUse } from './pack/use-queue';

const KEPT = 'loupe.scan.key';
const KEPT_PACK = 'loupe.scan.pack';

export interface ScanAnswer extends ScannedPlace {
  /** The pack that gave it; left out where the server did. */
  readonly packId?: string;
  /** Offers of the page's other zones. */
  readonly otherZones: readonly ScannedPlace[];
}

export interface ScannedPlace {
  readonly id: string;
  readonly sessionId: string;
  readonly title: string | null;
  readonly titleStyle: string | null;
  readonly languageCode: string | null;
  readonly data: string;
  readonly autoTrigger: boolean;
  readonly bigThumbnailUrl: string | null;
  readonly actions: readonly {
    readonly id: string;
    readonly name: string;
    readonly type: string;
    readonly target: ReaderTarget;
    readonly style: string | null;
    readonly iconUrl: string | null;
  }[];
}

/** Report of an answer of a pack. @param place the answer itself, or another zone of its page */
export function reportOf(
  { sessionId }: ScanAnswer,
  { id, languageCode }: ScannedPlace,
  actionId: string | null = null,
): Omit<PackUse, 'id' | 'at'> {
  return { elementId: id, actionId, languageCode: languageCode ?? '', sessionId };
}

/** The server's code and sentence for what it refused; UNREACHED when there was no answer. */
export class ScanRefused extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** A draft that is tried out: of a document, by a user who is logged in, or by the code of a preview link. */
export interface Trial {
  readonly kind: 'draft' | 'preview';
  /** Id of the document, or the code. */
  readonly of: string;
}

/** The trial that the address names; null for none. It stays there, so that the page can be loaded again. */
export function takeTrial(): Trial | null {
  const parameters = new URLSearchParams(window.location.hash.slice(1));
  for (const kind of ['draft', 'preview'] as const) {
    const of = parameters.get(kind) ?? '';
    if (of !== '') return { kind, of };
  }
  return null;
}

/** The pack of the address, else the one that this phone used last with this key; null without one. After `takeKey`. */
export function takePack(): string | null {
  return localStorage.getItem(KEPT_PACK);
}

/** The key of the address, which a QR code holds, else the one that this phone used last; null without one. */
export function takeKey(): string | null {
  const parameters = new URLSearchParams(window.location.hash.slice(1));
  const given = parameters.get('key');
  if (given !== null && given !== '') {
    localStorage.setItem(KEPT, given);
    const pack = parameters.get('pack');
    if (pack === null) localStorage.removeItem(KEPT_PACK);
    else localStorage.setItem(KEPT_PACK, pack);
    // The key is kept; in the address it would be copied along with it.
    window.history.replaceState(null, '', window.location.pathname);
  }
  return localStorage.getItem(KEPT);
}

const PLACE = `id sessionId title titleStyle languageCode data autoTrigger bigThumbnailUrl
      actions { id name type style iconUrl ${READER_TARGET} }`;

const RECOGNIZE = `mutation Scan($photo: Upload!, $languageCode: Locale!, $sessionId: String) {
  result: recognize(input: { photo: $photo, languageCode: $languageCode, sessionId: $sessionId }) {
    ... on EnrichedImage {
      ${PLACE}
      otherZones { ${PLACE} }
    }
    ... on Problem { code message }
  }
}`;

/** Whose pages are scanned, as readers are shown it. */
export interface Publisher {
  readonly name: string;
  readonly logoUrl: string | null;
  readonly color: string | null;
  readonly imprintUrl: string | null;
  readonly privacyUrl: string | null;
}

const PUBLISHER = 'query Publisher { result: publisher { name logoUrl color imprintUrl privacyUrl } }';

/** null where the server does not say; the scan shows the reason. */
export async function readPublisher(key: string): Promise<Publisher | null> {
  try {
    return (await send(key, JSON.stringify({ query: PUBLISHER }))) as Publisher | null;
  } catch {
    return null;
  }
}

const CLICK = `mutation Click($actionId: ID!, $sessionId: String) {
  result: recordClick(input: { actionId: $actionId, sessionId: $sessionId }) { ... on Problem { code message } }
}`;

/** @returns null when nothing was recognized @throws ScanRefused */
export async function scan(
  key: string,
  photo: Blob,
  languageCode: string,
  sessionId: string | null,
): Promise<ScanAnswer | null> {
  const form = new FormData();
  const variables = { photo: null, languageCode, sessionId };
  form.set('operations', JSON.stringify({ query: RECOGNIZE, variables }));
  form.set('map', JSON.stringify({ 0: ['variables.photo'] }));
  form.set('0', photo, 'photo.jpg');
  return (await send(key, form)) as ScanAnswer | null;
}

/** Reports a click; the reader does not wait for it and never sees it fail. */
export function click(key: string, actionId: string, sessionId: string): void {
  const body = JSON.stringify({ query: CLICK, variables: { actionId, sessionId } });
  send(key, body).catch(() => undefined);
}

const REPORT = `mutation Report($packId: ID!, $uses: [PackUseInput!]!) {
  result: recordPackUses(input: { packId: $packId, uses: $uses }) {
    ... on RecordedPackUses { recordedIds refused { id } }
    ... on Problem { code message }
  }
}`;

/** Uses by what became of them; those that are in neither list are sent again later. */
export interface ReportedUses {
  readonly recordedIds: readonly string[];
  readonly refused: readonly { readonly id: string }[];
}

/** Reports what was recognized and opened with a pack. @throws ScanRefused */
export async function reportUses(
  key: string,
  packId: string,
  uses: readonly PackUse[],
): Promise<ReportedUses> {
  const body = JSON.stringify({ query: REPORT, variables: { packId, uses } });
  return (await send(key, body)) as ReportedUses;
}

async function send(key: string, body: FormData | string): Promise<unknown> {
  const answer = await fetch(serverAddress('/graphql'), {
    method: 'POST',
    // The page may be left for what the action opens.
    keepalive: typeof body === 'string',
    credentials: 'omit',
    headers: {
      ...sessionHeaders,
      ...deviceHeaders(),
      ApiKey: key,
      Accept: 'application/json',
      ...(typeof body === 'string' ? { 'Content-Type': 'application/json' } : {}),
    },
    body,
  })
    .then(async (response) => (await response.json()) as Answer)
    .catch((error: unknown) => {
      throw new ScanRefused('UNREACHED', String(error));
    });
  const result = answer.data?.result ?? null;
  const [error] = answer.errors ?? [];
  if (error !== undefined) throw new ScanRefused(error.extensions?.code ?? '', error.message);
  if (result?.code !== undefined) throw new ScanRefused(result.code, result.message ?? '');
  return result;
}

interface Answer {
  readonly data?: { readonly result?: { readonly code?: string; readonly message?: string } | null } | null;
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
}

/** Describes the device for the statistics; ASCII, as headers are. */
function deviceHeaders(): Record<string, string> {
  return {
    ApplicationName: 'Loupe scan page',
    ApplicationVersion: '1.0.0',
    DeviceName: deviceName(),
    DeviceSystemVersion: 'web',
    SdkVersion: '1.0.0',
  };
}

function deviceName(): string {
  const { userAgent } = navigator;
  return /iPhone|iPad|Android/.exec(userAgent)?.[0] ?? 'Browser';
}
