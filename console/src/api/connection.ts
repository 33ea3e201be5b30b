/** Whether the server can be reached. A lost connection is looked after until it is back. */
import { Store } from './store';

const ASK_EVERY_MS = 2000;

class Connection {
  readonly isLost = new Store(false);
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor() {
    window.addEventListener('offline', () => this.lost());
    window.addEventListener('online', () => void this.look());
  }

  lost(): void {
    this.isLost.set(true);
    this.timer ??= setInterval(() => void this.look(), ASK_EVERY_MS);
  }

  reached(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.isLost.set(false);
  }

  /** Resolves when the server is reached again. */
  async back(): Promise<void> {
    await this.isLost.until((isLost) => !isLost);
  }

  private async look(): Promise<void> {
    try {
      const { ok } = await fetch('/health/ready', { cache: 'no-store' });
      if (ok) this.reached();
    } catch {
      this.lost();
    }
  }
}

export const connection = new Connection();
