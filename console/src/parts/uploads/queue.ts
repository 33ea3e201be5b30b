/** Files on their way to the library. They go on while the user works elsewhere in the console. */
import { documentWatch, isUnderWay } from '../../api/document-watch';
import type { Problem } from '../../api/graphql';
import { Store } from '../../api/store';
import { treeChanged } from '../../api/tree-changes';
import { sendUpload } from '../../api/upload';
import { sentenceOf } from '../../i18n/server-words';
import { UploadFailed } from '../../api/upload-failed';

export interface Upload {
  readonly id: number;
  /** null for one that a reload interrupted: it has to be chosen again. */
  readonly file: File | null;
  readonly name: string;
  readonly sizeBytes: number;
  readonly parentId: string;
  readonly state: 'waiting' | 'sending' | 'processing' | 'ready' | 'failed' | 'cancelled' | 'interrupted';
  /** 0–1: of the bytes while it is sent, of the pages while they are made. */
  readonly share: number;
  readonly pages: number;
  readonly unrecognizablePages: number;
  readonly documentId: string | null;
  readonly problem: Problem | null;
}

const SENT_AT_ONCE = 2;

const CREATE = `mutation UploadDocument($parentId: ID!, $name: String!, $file: Upload, $uploadId: ID) {
  createDocument(input: { parentId: $parentId, name: $name, file: $file, uploadId: $uploadId }) {
    __typename
    ... on Document { id }
    ... on Problem { code message }
    ... on ValidationProblem { fields { path messages } }
  }
}`;

class UploadQueue {
  readonly uploads = new Store<readonly Upload[]>(interruptedUploads());
  private readonly controllers = new Map<number, AbortController>();
  private lastId = this.uploads.get().length;

  constructor() {
    this.uploads.subscribe(() => keep(this.uploads.get()));
  }

  add(files: readonly File[], parentId: string): void {
    const added = files.map((file): Upload => ({
      id: (this.lastId += 1),
      file,
      name: file.name,
      sizeBytes: file.size,
      parentId,
      ...WAITING,
    }));
    // Chosen again: it goes on where it was interrupted.
    const isAgain = ({ state, name, sizeBytes }: Upload) =>
      state === 'interrupted' && files.some((file) => file.name === name && file.size === sizeBytes);
    this.uploads.set([...this.uploads.get().filter((upload) => !isAgain(upload)), ...added]);
    this.startNext();
  }

  /** Files that were sent already stay in the library. */
  cancel(id: number): void {
    this.change(id, { state: 'cancelled' });
    this.controllers.get(id)?.abort();
    this.startNext();
  }

  retry(id: number): void {
    this.change(id, WAITING);
    this.startNext();
  }

  /** Forgets what has come to its end. */
  clear(): void {
    this.uploads.set(this.uploads.get().filter(({ state }) => UNDER_WAY.has(state)));
  }

  isBusy(): boolean {
    return this.uploads.get().some(({ state }) => state === 'waiting' || state === 'sending');
  }

  private startNext(): void {
    const uploads = this.uploads.get();
    if (uploads.filter(({ state }) => state === 'sending').length >= SENT_AT_ONCE) return;
    const next = uploads.find(({ state }) => state === 'waiting');
    if (next === undefined) return;
    void this.send(next).finally(() => this.startNext());
    this.startNext();
  }

  private async send({ id, file, parentId }: Upload): Promise<void> {
    if (file === null) return;
    const controller = new AbortController();
    this.controllers.set(id, controller);
    this.change(id, { state: 'sending' });
    try {
      const variables = { parentId, name: nameOf(file) };
      const onSent = (share: number) => this.change(id, { share });
      const document = await sendUpload(CREATE, variables, file, { onSent, signal: controller.signal });
      treeChanged();
      const documentId = String(document['id']);
      this.change(id, { state: 'processing', share: 0, documentId });
      documentWatch.watch(documentId, (progress) => {
        const isDone = !isUnderWay(progress);
        this.change(id, {
          share: progress.progress,
          pages: progress.pages,
          unrecognizablePages: progress.unrecognizablePages,
          state: isDone ? (progress.processing === 'FAILED' ? 'failed' : 'ready') : 'processing',
          problem:
            progress.failureReason === null
              ? null
              : { code: 'FAILED', message: sentenceOf('', progress.failureReason) },
        });
        if (isDone) treeChanged();
      });
    } catch (error) {
      if (error instanceof UploadFailed) this.change(id, { state: 'failed', problem: error.problem });
      else if (this.find(id)?.state !== 'cancelled') this.change(id, { state: 'failed', problem: UNKNOWN });
    } finally {
      this.controllers.delete(id);
    }
  }

  private find(id: number): Upload | undefined {
    return this.uploads.get().find((upload) => upload.id === id);
  }

  private change(id: number, what: Partial<Upload>): void {
    this.uploads.set(
      this.uploads.get().map((upload) => (upload.id === id ? { ...upload, ...what } : upload)),
    );
  }
}

/** Keeps the files that are on their way over a reload: names and sizes, in this tab alone. */
const KEPT = 'loupe.uploads';

type Kept = Pick<Upload, 'name' | 'sizeBytes' | 'share' | 'parentId'>;

function keep(uploads: readonly Upload[]): void {
  const unsent = uploads.filter(({ state }) => UNSENT.has(state));
  const kept = unsent.map(({ name, sizeBytes, share, parentId }): Kept => ({
    name,
    sizeBytes,
    share,
    parentId,
  }));
  try {
    if (kept.length === 0) sessionStorage.removeItem(KEPT);
    else sessionStorage.setItem(KEPT, JSON.stringify(kept));
  } catch {
    // Without a store a reload forgets them, as it would have.
  }
}

function interruptedUploads(): readonly Upload[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? '[]') as readonly Kept[];
    return kept.map((each, at): Upload => ({
      ...WAITING,
      ...each,
      id: at + 1,
      file: null,
      state: 'interrupted',
    }));
  } catch {
    return [];
  }
}

const UNDER_WAY: ReadonlySet<string> = new Set(['waiting', 'sending', 'processing']);
/** Files that are not whole on the server. */
const UNSENT: ReadonlySet<string> = new Set(['waiting', 'sending', 'interrupted']);
const UNKNOWN: Problem = { code: 'INTERNAL_SERVER_ERROR', message: '' };
const WAITING = {
  state: 'waiting',
  share: 0,
  pages: 0,
  unrecognizablePages: 0,
  documentId: null,
  problem: null,
} as const;

/** The file's name without its ending, as far as names may be long. */
function nameOf(file: File): string {
  return file.name.replace(/\.[^.]+$/, '').slice(0, 200) || file.name;
}

export const uploadQueue = new UploadQueue();
