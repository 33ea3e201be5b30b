/** Asks the server about a picture where the pack finds nothing, or pages that look alike. */
import { READER_TARGET } from '../../../console/src/parts/reader/action-target.js';
import type { FoundPage, ScanOffer } from './found-page.js';
import type { Corners } from './smooth-corners.js';

/** Longer than that a reader does not wait for it: the pack's own answer is shown. */
const PATIENCE_MS = 2500;
/** Between two questions about pictures that show nothing. */
const EVERY_MS = 2000;

const OFFER = `id title titleStyle languageCode autoTrigger actions { id name type style ${READER_TARGET} }`;
const RECOGNIZE = `mutation Ask($photo: Upload!, $languageCode: Locale!, $sessionId: String) {
result: recognize(input: { photo: $photo, languageCode: $languageCode, sessionId: $sessionId }) {
...on EnrichedImage { ${OFFER} documentId score sessionId outline { x y } otherZones { ${OFFER} } } } }`;

interface Answer extends ScanOffer {
  readonly documentId: string | null;
  readonly score: number;
  readonly sessionId: string;
  readonly outline: readonly { readonly x: number; readonly y: number }[];
  readonly otherZones: readonly ScanOffer[];
}

export class ServerQuestions {
  readonly #server: string;
  readonly #key: string;
  readonly #language: string;
  #sessionId: string | null = null;
  #askedAt = -Infinity;
  /** The last answer, and the hit of the pack that it was about; null for a picture without any. */
  #last: { readonly about: string | null; readonly answer: FoundPage | null } | null = null;

  /** @param server  its address, without a slash at its end @param key  publishable */
  constructor(server: string, key: string, language: string) {
    this.#server = server;
    this.#key = key;
    this.#language = language;
  }

  /** The picture has changed: what was answered about it holds no longer. */
  forget(): void {
    this.#last = null;
  }

  /**
   * @param about  the hit that is in doubt; null where there is none
   * @returns the page; null where the server recognizes nothing; undefined where it was not asked or did not answer in time
   */
  async ask(about: string | null, photo: () => Promise<Blob | null>): Promise<FoundPage | null | undefined> {
    if (this.#last?.about === about) return this.#last.answer;
    if (!navigator.onLine || performance.now() - this.#askedAt < (about === null ? EVERY_MS : 0))
      return undefined;
    this.#askedAt = performance.now();
    try {
      const picture = await photo();
      if (picture === null) return undefined;
      const answer = await this.#send(picture);
      this.#last = { about, answer };
      return answer;
    } catch {
      return undefined;
    }
  }

  async #send(photo: Blob): Promise<FoundPage | null> {
    const form = new FormData();
    const variables = { photo: null, languageCode: this.#language, sessionId: this.#sessionId };
    form.set('operations', JSON.stringify({ query: RECOGNIZE, variables }));
    form.set('map', JSON.stringify({ 0: ['variables.photo'] }));
    form.set('0', photo, 'photo.jpg');
    const response = await fetch(`${this.#server}/graphql`, {
      method: 'POST',
      credentials: 'omit',
      headers: { ApiKey: this.#key, Accept: 'application/json' },
      body: form,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const { data, errors } = (await response.json()) as {
      readonly data?: { readonly result: Partial<Answer> | null } | null;
      readonly errors?: readonly unknown[];
    };
    // A server that failed answers null, too, which would mean that it recognizes nothing.
    if (data == null || errors !== undefined) throw new Error('It was refused.');
    const { result } = data;
    // A problem, as no credit that is left, has no members here.
    if (result !== null && result.id === undefined) throw new Error('It was refused.');
    return result === null ? null : this.#pageOf(result as Answer);
  }

  #pageOf({ outline, otherZones, sessionId, documentId, ...offer }: Answer): FoundPage {
    this.#sessionId = sessionId;
    const corners: Corners = outline.map(({ x, y }) => [x, y] as const);
    const language = { languageCode: offer.languageCode ?? this.#language };
    return {
      ...offer,
      ...language,
      pageId: null,
      documentId: documentId ?? '',
      looksLike: false,
      zones: otherZones,
      corners,
    };
  }
}
