/** The picture of a page with the pins of its comments; a new pin is set by pointer, or moved with the arrow keys. */
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Comments, Pin } from './use-comments';
import './comments.css';

/** A thread as far as its pin shows it. */
interface Pinned {
  readonly id: string;
  readonly elementId: string;
  readonly positionXPercent: number | null;
  readonly positionYPercent: number | null;
  readonly comments: readonly { readonly user: string; readonly text: string }[];
}

interface Props {
  readonly pageId: string;
  readonly url: string;
  readonly label: string;
  readonly comments: Pick<Comments, 'chosenId' | 'choose' | 'pin' | 'setPin'> & {
    readonly threads: readonly Pinned[] | undefined;
  };
}

/** Threads that are pinned to a page, and the numbers of their pins. */
export function pinsOf(
  threads: readonly Pinned[] | undefined,
  pageId: string,
): ReadonlyMap<string, { readonly thread: Pinned; readonly number: number }> {
  const pinned = (threads ?? []).filter(
    ({ elementId, positionXPercent }) => elementId === pageId && positionXPercent !== null,
  );
  return new Map(pinned.toReversed().map((thread, at) => [thread.id, { thread, number: at + 1 }] as const));
}

const STEP = 1;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};
const within = (value: number) => Math.min(100, Math.max(0, value));

export function PinnedPicture({ pageId, url, label, comments }: Props) {
  const { t } = useTranslation('comments');
  const { chosenId, choose, pin, setPin } = comments;
  const isPinning = pin?.pageId === pageId;
  const put = (event: MouseEvent<HTMLImageElement>) => {
    if (!isPinning) return;
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const x = within(((event.clientX - left) / width) * 100);
    const y = within(((event.clientY - top) / height) * 100);
    setPin({ pageId, x, y });
  };
  return (
    <div className="pinned-place">
      <div className="pinned" data-pinning={isPinning}>
        {/* The pin itself is moved by keys. */}
        <img src={url} alt={label} onClick={put} />
        {[...pinsOf(comments.threads, pageId).values()].map(({ thread, number }) => (
          <button
            key={thread.id}
            type="button"
            className="pin"
            aria-pressed={thread.id === chosenId}
            aria-label={t('pin', {
              number,
              user: (thread.comments[0]?.user ?? '').slice(0, 80),
              text: (thread.comments[0]?.text ?? '').slice(0, 100),
            })}
            style={{ left: `${thread.positionXPercent ?? 0}%`, top: `${thread.positionYPercent ?? 0}%` }}
            onClick={() => choose(thread.id)}
          >
            <span>{number}</span>
          </button>
        ))}
        {isPinning && <NewPin pin={pin} onMove={setPin} />}
      </div>
    </div>
  );
}

function NewPin({ pin, onMove }: { readonly pin: Pin; readonly onMove: (next: Pin) => void }) {
  const { t } = useTranslation('comments');
  const element = useRef<HTMLButtonElement>(null);
  useEffect(() => element.current?.focus(), []);
  const press = (event: KeyboardEvent) => {
    const way = ARROWS[event.key];
    if (way === undefined) return;
    event.preventDefault();
    const factor = event.shiftKey ? 5 : 1;
    onMove({ ...pin, x: within(pin.x + way[0] * factor), y: within(pin.y + way[1] * factor) });
  };
  return (
    <button
      ref={element}
      type="button"
      className="pin pin-new"
      aria-label={t('newPin', { x: Math.round(pin.x), y: Math.round(pin.y) })}
      aria-description={t('newPinKeys')}
      style={{ left: `${pin.x}%`, top: `${pin.y}%` }}
      onKeyDown={press}
    >
      <span>+</span>
    </button>
  );
}
