/** Watches the camera and has photos recognized: by itself when the picture stands still, or when it is asked to. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Camera, type CameraPixels, pixelsOf } from '../parts/camera/use-camera';
import { answerOf } from './pack/pack-answer';
import { reportWaiting, rememberUse } from './pack/report-uses';
import type { Pack } from './pack/use-pack';
import { scan, type ScanAnswer, ScanRefused, reportOf } from './scan-api';
import { type Look, SteadyWatch } from './steady';

const LOOK_EVERY_MS = 180;
/** Closer looks cost five times as much. */
const CLOSER_EVERY_MS = 1000;
/** After a refusal or a lost connection; the same picture is tried again then. */
const PAUSE_MS = 4000;

export type ScanState =
  | { readonly kind: 'watching'; readonly look: Look }
  | { readonly kind: 'asking' }
  | { readonly kind: 'found'; readonly answer: ScanAnswer }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'refused'; readonly code: string };

/** Refusals that another try does not change. */
const FINAL = new Set(['UNAUTHENTICATED', 'FORBIDDEN']);

/** @param key null where a draft is tried: the pack alone answers then, and nothing is reported */
export function useScanner(key: string | null, camera: Camera, languageCode: string, pack: Pack) {
  const watch = useRef(new SteadyWatch());
  const forget = useCallback(() => watch.current.forget(), []);
  const answers = useAnswers(key, languageCode, forget);
  const { state, setState, isBusy, isPaused, ask } = answers;
  const { lookHere, lookClosely } = usePackLooks(camera, pack, answers);
  const { frame, photo, pixels } = camera;
  const hasPack = pack.state.kind === 'ready';

  /** Takes a photo now, for a reader who wants one. */
  const shoot = useCallback(async () => {
    isPaused.current = false;
    if (key === null) return lookClosely(pixels());
    const picture = await photo();
    if (picture !== null) await ask(picture, { isWanted: true });
  }, [key, lookClosely, pixels, photo, ask, isPaused]);

  /** Looks at a photo that the reader has. */
  const choose = useCallback(
    async (picture: Blob) =>
      key === null ? lookClosely(await pixelsOf(picture)) : ask(picture, { isWanted: true }),
    [key, lookClosely, ask],
  );

  /** Back from an answer to the camera. */
  const goOn = useCallback(() => {
    isPaused.current = false;
    setState({ kind: 'watching', look: 'seen' });
  }, [isPaused, setState]);

  useEffect(() => {
    const timer = setInterval(() => {
      if (isBusy.current || isPaused.current || document.hidden) return;
      const seen = frame();
      if (seen === null) return;
      const look = watch.current.look(seen);
      const asksServer = () => {
        watch.current.taken(seen);
        void photo().then((picture) => (picture === null ? undefined : ask(picture)));
      };
      if (hasPack && (look === 'moving' || look === 'steady')) {
        const isStill = look === 'steady';
        void lookHere(isStill).then((isEnough) => {
          // Found: the same picture is not looked at again until something else is seen.
          if (isPaused.current) watch.current.taken(seen);
          if (isEnough || isPaused.current) return;
          if (key !== null && navigator.onLine) asksServer();
          else {
            watch.current.taken(seen);
            setState({ kind: 'nothing' });
          }
        });
        if (isStill) return;
      } else if (look === 'steady' && key !== null) return asksServer();
      setState((now) => watching(now, look));
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [key, frame, photo, ask, hasPack, lookHere, isBusy, isPaused, setState]);

  return { state, shoot, choose, goOn };
}

/** The state after a look at the camera's picture: the last answer stays to be read until there is something else to see. */
function watching(now: ScanState, look: Look): ScanState {
  const isSame = now.kind === 'watching' && now.look === look;
  const stays = now.kind !== 'watching' && look !== 'moving';
  return isSame || stays ? now : { kind: 'watching', look };
}

type Answers = ReturnType<typeof useAnswers>;

interface AskOptions {
  /** Shown where the server cannot be reached. */
  readonly otherwise?: ScanAnswer;
  /** By the reader, who does not wait for a picture that the camera has sent. */
  readonly isWanted?: boolean;
}

/** One picture at a time: while one is looked at the camera sends none, and a reader's own photo takes its turn. */
function useTurns() {
  const isBusy = useRef(false);
  const last = useRef(0);
  const begin = useCallback(() => {
    last.current += 1;
    const own = last.current;
    isBusy.current = true;
    const isLast = () => own === last.current;
    const end = () => {
      if (isLast()) isBusy.current = false;
    };
    return { isLast, end };
  }, []);
  return { isBusy, begin };
}

/** Asks the server, and shows what was found there or in the pack. */
function useAnswers(key: string | null, languageCode: string, forget: () => void) {
  const [state, setState] = useState<ScanState>({ kind: 'watching', look: 'empty' });
  const sessionId = useRef<string | null>(null);
  const { isBusy, begin } = useTurns();
  const isPaused = useRef(false);

  const show = useCallback(
    (answer: ScanAnswer) => {
      sessionId.current = answer.sessionId;
      isPaused.current = true;
      // Browsers refuse it, and complain, before somebody has touched the page.
      if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(40);
      setState({ kind: 'found', answer });
      // The server has recorded its own answers.
      if (key !== null && answer.packId !== undefined)
        rememberUse(key, answer.packId, reportOf(answer, answer));
    },
    [key],
  );

  const ask = useCallback(
    async (picture: Blob, { otherwise, isWanted = false }: AskOptions = {}) => {
      if (key === null || (isBusy.current && !isWanted)) return;
      const turn = begin();
      setState({ kind: 'asking' });
      try {
        const answer = await scan(key, picture, languageCode, sessionId.current);
        // It is reached: what waits may go there, too.
        void reportWaiting().catch(() => undefined);
        if (!turn.isLast()) return;
        if (answer === null) setState({ kind: 'nothing' });
        else show(answer);
      } catch (error) {
        if (!turn.isLast()) return;
        const code = error instanceof ScanRefused ? error.code : '';
        if (code === 'UNREACHED' && otherwise !== undefined) return show(otherwise);
        setState({ kind: 'refused', code });
        isPaused.current = true;
        forget();
        if (!FINAL.has(code)) setTimeout(() => (isPaused.current = false), PAUSE_MS);
      } finally {
        turn.end();
      }
    },
    [key, languageCode, show, forget, isBusy, begin],
  );

  return { state, setState, sessionId, isBusy, begin, isPaused, show, ask, canAsk: key !== null };
}

/** Looks for the pages of the pack: where the promise says true, that was enough. */
function usePackLooks({ pixels, photo }: Camera, { id, look, pictures }: Pack, answers: Answers) {
  const { sessionId, begin, show, ask, canAsk, setState } = answers;
  const closerAt = useRef(0);
  const lookHere = useCallback(
    async (isStill: boolean): Promise<boolean> => {
      const gray = pixels();
      if (gray === null) return true;
      const closer = isStill && Date.now() - closerAt.current >= CLOSER_EVERY_MS;
      if (closer) closerAt.current = Date.now();
      const turn = begin();
      const hits = await look(gray, closer).finally(turn.end);
      if (!turn.isLast()) return true;
      const answer = id === null ? null : answerOf(id, hits ?? [], pictures, sessionId.current);
      if (answer === null) return !closer;
      // The server compares small content, where it can be reached.
      if (hits?.[0]?.looksLike === true && canAsk && navigator.onLine) {
        const picture = await photo();
        if (picture !== null) await ask(picture, { otherwise: answer });
      } else show(answer);
      return true;
    },
    [pixels, id, look, pictures, photo, ask, canAsk, show, sessionId, begin],
  );
  const lookClosely = useCallback(
    async (gray: CameraPixels | null): Promise<void> => {
      if (gray === null || id === null) return;
      const turn = begin();
      const hits = await look(gray, true).finally(turn.end);
      if (!turn.isLast()) return;
      const answer = answerOf(id, hits ?? [], pictures, sessionId.current);
      if (answer === null) setState({ kind: 'nothing' });
      else show(answer);
    },
    [id, look, pictures, setState, show, sessionId, begin],
  );
  return { lookHere, lookClosely };
}
