/**
 * Follows documents whose pages are being made. A browser keeps few connections to one server open, so that a few
 * documents are followed by events and the others are asked about from time to time, all at once.
 */
import type { Client } from 'urql';
import { graphql } from './graphql';

const BY_EVENTS = 2;
const ASK_EVERY_MS = 3000;
const AT_ONCE = 100;

export const documentProgressFields = graphql(`
  fragment DocumentProgressFields on Document {
    id
    pages
    processing
    progress
    status
    failureReason
    coverUrl
    unrecognizablePages
    version
  }
`);

const progressSubscription = graphql(
  `
    subscription DocumentProgress($id: ID!) {
      documentProgress(id: $id) {
        ...DocumentProgressFields
      }
    }
  `,
  [documentProgressFields],
);

const progressQuery = graphql(
  `
    query ProgressOfDocuments($ids: [ID!]!) {
      nodes(ids: $ids) {
        __typename
        ...DocumentProgressFields
      }
    }
  `,
  [documentProgressFields],
);

export interface DocumentProgress {
  readonly id: string;
  readonly pages: number;
  readonly processing: 'FAILED' | 'PENDING' | 'PROCESSING' | 'READY';
  readonly progress: number;
  readonly failureReason: string | null;
  readonly unrecognizablePages: number;
}

interface Watched {
  readonly id: string;
  readonly listeners: Set<(progress: DocumentProgress) => void>;
  end: (() => void) | null;
}

export const isUnderWay = ({ processing }: Pick<DocumentProgress, 'processing'>) =>
  processing === 'PENDING' || processing === 'PROCESSING';

class DocumentWatch {
  private client: Client | null = null;
  private readonly watched = new Map<string, Watched>();
  private timer: ReturnType<typeof setInterval> | undefined;

  use(client: Client): void {
    this.client = client;
  }

  /** @returns ends the watching; it ends by itself when the document is ready or has failed */
  watch(id: string, listener: (progress: DocumentProgress) => void): () => void {
    const watched = this.watched.get(id) ?? { id, listeners: new Set(), end: null };
    watched.listeners.add(listener);
    this.watched.set(id, watched);
    this.distribute();
    return () => {
      watched.listeners.delete(listener);
      if (watched.listeners.size === 0) this.forget(id);
    };
  }

  private distribute(): void {
    const all = [...this.watched.values()];
    let free = BY_EVENTS - all.filter(({ end }) => end !== null).length;
    for (const watched of all) {
      if (free <= 0) break;
      if (watched.end === null && this.follow(watched)) free -= 1;
    }
    const isAskingNeeded = all.some(({ end }) => end === null);
    if (isAskingNeeded) this.timer ??= setInterval(() => void this.ask(), ASK_EVERY_MS);
    else {
      clearInterval(this.timer);
      this.timer = undefined;
    }
  }

  private follow(watched: Watched): boolean {
    if (this.client === null) return false;
    const subscription = this.client
      .subscription(progressSubscription, { id: watched.id })
      .subscribe(({ data, error }) => {
        if (data?.documentProgress !== undefined) this.tell(data.documentProgress);
        // Deleted, or no longer for this user.
        if (error !== undefined && error.graphQLErrors.length > 0) this.forget(watched.id);
      });
    watched.end = () => subscription.unsubscribe();
    return true;
  }

  private async ask(): Promise<void> {
    const ids = [...this.watched.values()].filter(({ end }) => end === null).map(({ id }) => id);
    const result = await this.client
      ?.query(progressQuery, { ids: ids.slice(0, AT_ONCE) }, { requestPolicy: 'network-only' })
      .toPromise();
    for (const node of result?.data?.nodes ?? []) if (node?.__typename === 'Document') this.tell(node);
  }

  private tell(progress: DocumentProgress): void {
    for (const listener of [...(this.watched.get(progress.id)?.listeners ?? [])]) listener(progress);
    if (!isUnderWay(progress)) this.forget(progress.id);
  }

  private forget(id: string): void {
    const watched = this.watched.get(id);
    this.watched.delete(id);
    watched?.end?.();
    this.distribute();
  }
}

export const documentWatch = new DocumentWatch();
