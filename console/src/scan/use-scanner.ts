/** Watches the camera and has photos recognized: by itself when the picture stands still, or when it is asked to. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Camera } from '../parts/camera/use-camera';
import { scan, type ScanAnswer, ScanRefused } from './scan-api';
import { type Look, SteadyWatch } from './steady';

const LOOK_EVERY_MS = 180;
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

export function useScanner(key: string, camera: Camera, languageCode: string) {
  const [state, setState] = useState<ScanState>({ kind: 'watching', look: 'empty' });
  const watch = useRef(new SteadyWatch());
  const sessionId = useRef<string | null>(null);
  const isBusy = useRef(false);
  const isPaused = useRef(false);
  const { frame, photo } = camera;

  const ask = useCallback(
    async (picture: Blob) => {
      if (isBusy.current) return;
      isBusy.current = true;
      setState({ kind: 'asking' });
      try {
        const answer = await scan(key, picture, languageCode, sessionId.current);
        if (answer === null) setState({ kind: 'nothing' });
        else {
          sessionId.current = answer.sessionId;
          isPaused.current = true;
          // Browsers refuse it, and complain, before somebody has touched the page.
          if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(40);
          setState({ kind: 'found', answer });
        }
      } catch (error) {
        const code = error instanceof ScanRefused ? error.code : '';
        setState({ kind: 'refused', code });
        isPaused.current = true;
        watch.current.forget();
        if (!FINAL.has(code)) setTimeout(() => (isPaused.current = false), PAUSE_MS);
      } finally {
        isBusy.current = false;
      }
    },
    [key, languageCode],
  );

  /** Takes a photo now. */
  const shoot = useCallback(async () => {
    isPaused.current = false;
    const picture = await photo();
    if (picture !== null) await ask(picture);
  }, [photo, ask]);

  /** Back from an answer to the camera. */
  const goOn = useCallback(() => {
    isPaused.current = false;
    setState({ kind: 'watching', look: 'seen' });
  }, []);

  useEffect(() => {
    const timer = setInterval(() => {
      if (isBusy.current || isPaused.current || document.hidden) return;
      const seen = frame();
      if (seen === null) return;
      const look = watch.current.look(seen);
      if (look === 'steady') {
        watch.current.taken(seen);
        void shoot();
        return;
      }
      setState((now) => {
        const isSame = now.kind === 'watching' && now.look === look;
        // The last answer stays to be read until there is something else to see.
        const stays = now.kind !== 'watching' && look !== 'moving';
        return isSame || stays ? now : { kind: 'watching', look };
      });
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [frame, shoot]);

  return { state, shoot, ask, goOn };
}
