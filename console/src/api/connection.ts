/** Whether the server can be reached. A lost connection is looked after until it is back. */
import { serverAddress } from './own-path';
import { Store } from './store';

const ASK_EVERY_MS = 2000;

class Connection {
  readonly isLost = new Store(false);
  /** How often it was lost. Who asks the server notes it first and hands it over with the answer. */
  losses = 0;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor() {
    window.addEventListener('offline', () => this.lost());
    window.addEventListener('online', () => void this.look());
  }

  lost(): void {
    this.losses += 1;
    this.isLost.set(true);
    this.timer ??= setInterval(() => void this.look(), ASK_EVERY_MS);
  }

  /** The server answered. An answer to a question from before the last loss says nothing of what is now. */
  reached(lossesWhenAsked: number): void {
    if (lossesWhenAsked !== this.losses) return;
    clearInterval(this.timer);
    this.timer = undefined;
    this.isLost.set(false);
  }

  /** Resolves when the server is reached again. */
  async back(): Promise<void> {
    await this.isLost.until((isLost) => !isLost);
  }

  private async look(): Promise<void> {
    const { losses } = this;
    try {
      const { ok } = await fetch(serverAddress('/health/ready'), { cache: 'no-store' });
      if (ok) this.reached(losses);
    } catch {
      this.lost();
    }
  }
}

export const connection = new Connection();
