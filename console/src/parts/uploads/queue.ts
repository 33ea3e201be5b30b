/** Files on their way to the library. They go on while the user works elsewhere in the console. */
import { documentWatch, isUnderWay } from '../../api/document-watch';
import type { Problem } from '../../api/graphql';
import { Store } from '../../api/store';
import { treeChanged } from '../../api/tree-changes';
import { sendUpload } from '../../api/upload';
import { UploadFailed } from '../../api/upload-failed';

export interface Upload {
  readonly id: number;
  readonly file: File;
  readonly parentId: string;
  readonly state: 'waiting' | 'sending' | 'processing' | 'ready' | 'failed' | 'cancelled';
  /** 0–1: of the bytes while it is sent, of the pages while they are made. */
  readonly share: number;
  readonly pages: number;
  readonly unrecognizablePages: number;
  readonly documentId: string | null;
  readonly problem: Problem | null;
}

const SENT_AT_ONCE = 2;

const CREATE = `mutation UploadDocument($input: CreateDocumentInput!, $file: Upload, $uploadId: ID) {
  createDocument(input: $input, file: $file, uploadId: $uploadId) {
    __typename
    ... on Document { id }
    ... on Problem { code message }
    ... on ValidationProblem { fields { path messages } }
  }
}`;

class UploadQueue {
  readonly uploads = new Store<readonly Upload[]>([]);
  private readonly controllers = new Map<number, AbortController>();
  private lastId = 0;

  add(files: readonly File[], parentId: string): void {
    const added = files.map((file): Upload => ({
      id: (this.lastId += 1),
      file,
      parentId,
      ...WAITING,
    }));
    this.uploads.set([...this.uploads.get(), ...added]);
    this.startNext();
  }

  /** What was sent already stays in the library. */
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
    const controller = new AbortController();
    this.controllers.set(id, controller);
    this.change(id, { state: 'sending' });
    try {
      const input = { parentId, name: nameOf(file) };
      const onSent = (share: number) => this.change(id, { share });
      const document = await sendUpload(CREATE, { input }, file, { onSent, signal: controller.signal });
      treeChanged();
      const documentId = String(document['id']);
      this.change(id, { state: 'processing', share: 0, documentId });
      documentWatch.watch(documentId, (progress) => {
        const isDone = !isUnderWay(progress);
        this.change(id, {
          share: progress.progress,
          pages: progress.pages,
          unrecognizablePages: progress.unrecognizablePages,
          state: isDone ? (progress.processing === 'Failed' ? 'failed' : 'ready') : 'processing',
          problem:
            progress.failureReason === null ? null : { code: 'FAILED', message: progress.failureReason },
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

const UNDER_WAY: ReadonlySet<string> = new Set(['waiting', 'sending', 'processing']);
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
