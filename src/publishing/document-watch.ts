/** Tells who follows a document that something about it has changed. */
import { EventEmitter } from 'node:events';

/** Another process may do the work and cannot tell this one: then it is looked at this often. */
const LOOK_EVERY_MS = 2000;

export class DocumentWatch {
  private readonly emitter = new EventEmitter().setMaxListeners(0);
  private isClosed = false;

  changed(documentId: string): void {
    this.emitter.emit(documentId);
  }

  /** Comes at once, then whenever there may be something new, until nobody asks any more or the server stops. */
  async *follow(documentId: string): AsyncGenerator<void> {
    let isChanged = false;
    let wake: () => void = () => undefined;
    const note = () => {
      isChanged = true;
      wake();
    };
    const names = [documentId.toLowerCase(), 'close'];
    for (const name of names) this.emitter.on(name, note);
    try {
      while (!this.isClosed) {
        yield;
        if (!isChanged) {
          let timer: NodeJS.Timeout | undefined;
          await new Promise<void>((resolve) => {
            wake = resolve;
            timer = setTimeout(resolve, LOOK_EVERY_MS);
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
