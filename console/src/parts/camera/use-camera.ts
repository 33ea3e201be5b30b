/** The device's camera: its picture for a viewfinder, small frames to watch, and photos to send. */
import { useCallback, useEffect, useRef, useState } from 'react';

/** Enough for recognition, little enough for a slow line. */
const PHOTO_SIDE_PX = 1280;
const QUALITY = 0.85;

export interface Camera {
  readonly state: 'starting' | 'running' | 'refused';
  /** For the `ref` of the element that shows the picture. */
  readonly attach: (element: HTMLVideoElement | null) => void;
  /** The camera's picture now, as JPEG; null while it sees nothing. */
  readonly photo: () => Promise<Blob | null>;
  /** The same in gray, as a search looks at it; null while it sees nothing. */
  readonly pixels: () => CameraPixels | null;
  /** The gray values of what the camera sees now, small; null while it sees nothing. */
  readonly frame: () => Uint8ClampedArray | null;
}

/** Eight bits a pixel, row by row. */
export interface CameraPixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** The longer side that a closer look of the engine uses. */
const PIXELS_SIDE_PX = 960;
const FRAME_WIDTH = 64;
const FRAME_HEIGHT = 64;

export function useCamera(): Camera {
  const { state, stream } = useStream();
  const video = useRef<HTMLVideoElement | null>(null);
  const small = useRef<HTMLCanvasElement | null>(null);
  const large = useRef<HTMLCanvasElement | null>(null);

  useEffect(() => {
    if (video.current !== null && stream !== null) video.current.srcObject = stream;
  }, [stream]);

  const attach = useCallback(
    (element: HTMLVideoElement | null) => {
      video.current = element;
      if (element !== null && stream !== null) element.srcObject = stream;
    },
    [stream],
  );
  const photo = useCallback(async (): Promise<Blob | null> => {
    const source = ready(video.current);
    if (source === null) return null;
    const scale = Math.min(1, PHOTO_SIDE_PX / Math.max(source.videoWidth, source.videoHeight));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(source.videoWidth * scale);
    canvas.height = Math.round(source.videoHeight * scale);
    canvas.getContext('2d')?.drawImage(source, 0, 0, canvas.width, canvas.height);
    return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  }, []);
  const frame = useCallback((): Uint8ClampedArray | null => {
    const source = ready(video.current);
    small.current ??= document.createElement('canvas');
    const canvas = small.current;
    canvas.width = FRAME_WIDTH;
    canvas.height = FRAME_HEIGHT;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (source === null || context === null) return null;
    context.drawImage(source, 0, 0, FRAME_WIDTH, FRAME_HEIGHT);
    const { data } = context.getImageData(0, 0, FRAME_WIDTH, FRAME_HEIGHT);
    return grayOf(data);
  }, []);
  const pixels = useCallback((): CameraPixels | null => {
    const source = ready(video.current);
    large.current ??= document.createElement('canvas');
    const context = large.current.getContext('2d', { willReadFrequently: true });
    if (source === null || context === null) return null;
    return grayIn(context, source, source.videoWidth, source.videoHeight);
  }, []);
  return { state, attach, photo, pixels, frame };
}

/** A photo in gray, as a search looks at it; null for what is no picture. */
export async function pixelsOf(photo: Blob): Promise<CameraPixels | null> {
  const picture = await createImageBitmap(photo).catch(() => null);
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  return picture === null || context === null
    ? null
    : grayIn(context, picture, picture.width, picture.height);
}

function grayIn(
  context: CanvasRenderingContext2D,
  source: CanvasImageSource,
  ownWidth: number,
  ownHeight: number,
): CameraPixels {
  const { canvas } = context;
  const scale = Math.min(1, PIXELS_SIDE_PX / Math.max(ownWidth, ownHeight));
  const width = Math.round(ownWidth * scale);
  const height = Math.round(ownHeight * scale);
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  context.drawImage(source, 0, 0, width, height);
  const gray = grayOf(context.getImageData(0, 0, width, height).data);
  return { data: new Uint8Array(gray.buffer), width, height };
}

/** The camera's stream while the component is shown. */
function useStream() {
  const [state, setState] = useState<Camera['state']>('starting');
  const [stream, setStream] = useState<MediaStream | null>(null);
  useEffect(() => {
    let isOver = false;
    let opened: MediaStream | null = null;
    openCamera().then(
      (found) => {
        if (isOver) return stop(found);
        opened = found;
        setStream(found);
        setState('running');
      },
      () => {
        if (!isOver) setState('refused');
      },
    );
    return () => {
      isOver = true;
      if (opened !== null) stop(opened);
    };
  }, []);
  return { state, stream };
}

async function openCamera(): Promise<MediaStream> {
  // Browsers hide the camera from pages that did not come by a safe connection.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (devices === undefined) throw new Error('This page may not use a camera.');
  return devices.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 1920 }, height: { ideal: 1080 } },
  });
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function ready(video: HTMLVideoElement | null): HTMLVideoElement | null {
  return video !== null && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && video.videoWidth > 0
    ? video
    : null;
}

function grayOf(rgba: Uint8ClampedArray): Uint8ClampedArray {
  const gray = new Uint8ClampedArray(rgba.length / 4);
  for (let i = 0; i < gray.length; i++) {
    gray[i] = 0.299 * (rgba[4 * i] ?? 0) + 0.587 * (rgba[4 * i + 1] ?? 0) + 0.114 * (rgba[4 * i + 2] ?? 0);
  }
  return gray;
}
