/** Notifies followers of a document, on this server or another one, of its changes. */
import { EventEmitter } from 'node:events';
import type { Database } from '../db/database.js';
import { newId } from '../kernel/ids.js';

/** A notice of another server may get lost: then it is looked at this often. */
const POLL_EVERY_MS = 10_000;

export class DocumentWatch {
  private readonly emitter = new EventEmitter().setMaxListeners(0);
  private readonly ownName = newId();
  private isClosed = false;

  constructor(private readonly servers: Pick<Database, 'notify' | 'onNotice'>) {
    servers.onNotice('loupe_document', (payload) => {
      const [server, documentId] = payload.split(' ');
      if (documentId === undefined) this.emitter.emit('missed');
      else if (server !== this.ownName) this.emitter.emit(documentId);
    });
  }

  changed(documentId: string): void {
    const id = documentId.toLowerCase();
    this.wake(id);
    void this.servers.notify('loupe_document', `${this.ownName} ${id}`);
  }

  /** As `changed`, on this server alone: for what each server hears of by itself. */
  wake(documentId: string): void {
    this.emitter.emit(documentId);
  }

  /** Comes at once, then whenever there may be something new, until nobody asks or the server stops. */
  async *follow(documentId: string): AsyncGenerator<void> {
    let isChanged = false;
    let wake: () => void = () => undefined;
    const note = () => {
      isChanged = true;
      wake();
    };
    const names = [documentId.toLowerCase(), 'missed', 'close'];
    for (const name of names) this.emitter.on(name, note);
    try {
      while (!this.isClosed) {
        yield;
        if (!isChanged) {
          let timer: NodeJS.Timeout | undefined;
          await new Promise<void>((resolve) => {
            wake = resolve;
            timer = setTimeout(resolve, POLL_EVERY_MS);
          });
          clearTimeout(timer);
        }
        isChanged = false;
      }
    } finally {
      for (const name of names) this.emitter.off(name, note);
    }
  }

  /** Ends everybody's following. */
  close(): void {
    this.isClosed = true;
    this.emitter.emit('close');
  }
}
