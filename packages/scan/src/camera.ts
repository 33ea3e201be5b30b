/** The device's camera: its picture in a video, and gray pixels as the engine looks at them. */
import type { GrayPixels } from '../../engine-wasm/src/wasm-module.js';
import { isStill, sampleOf } from './pace.js';

/** The longer side that a closer look of the engine uses. */
const SIDE_PX = 960;
const JPEG_QUALITY = 0.85;

export class Camera {
  readonly #video: HTMLVideoElement;
  readonly #canvas = document.createElement('canvas');
  #stream: MediaStream | null = null;
  /** Number of starts and stops: who was asked for a camera before the last one gets none. */
  #turn = 0;
  #before: Uint8Array | null = null;

  constructor(video: HTMLVideoElement) {
    this.#video = video;
  }

  /**
   * @param onLost called when the reader, or the device, takes the camera away later
   * @throws DOMException as `getUserMedia` does; TypeError where this page may have no camera at all
   */
  async start(onLost: () => void): Promise<void> {
    const turn = (this.#turn += 1);
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
    });
    // It was stopped while the reader was asked; another camera may have the video by now.
    if (turn !== this.#turn) return end(stream);
    this.#stream = stream;
    for (const track of stream.getTracks()) track.addEventListener('ended', onLost);
    this.#video.muted = true;
    this.#video.playsInline = true;
    this.#video.srcObject = stream;
    // A browser that saves power plays it when the page is touched.
    await this.#video.play().catch(() => undefined);
  }

  stop(): void {
    this.#turn += 1;
    if (this.#stream === null) return;
    end(this.#stream);
    if (this.#video.srcObject === this.#stream) this.#video.srcObject = null;
    this.#stream = null;
  }

  /** The picture of the last look as a JPEG, in color; null where the browser cannot make one. */
  async photo(): Promise<Blob | null> {
    return new Promise((resolve) => this.#canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY));
  }

  /**
   * The picture now, and whether it stands still; null while there is none.
   *
   * @param sidePx  its longer side at most; pictures of other sizes than the one before do not stand still
   */
  look(sidePx = SIDE_PX): { readonly gray: GrayPixels; readonly isStill: boolean } | null {
    const { videoWidth, videoHeight, readyState } = this.#video;
    const context = this.#canvas.getContext('2d', { willReadFrequently: true });
    if (context === null || videoWidth === 0 || readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return null;
    const scale = Math.min(1, sidePx / Math.max(videoWidth, videoHeight));
    const width = Math.round(videoWidth * scale);
    const height = Math.round(videoHeight * scale);
    if (this.#canvas.width !== width) this.#canvas.width = width;
    if (this.#canvas.height !== height) this.#canvas.height = height;
    context.drawImage(this.#video, 0, 0, width, height);
    const data = grayOf(context.getImageData(0, 0, width, height).data);
    const sample = sampleOf(data);
    const rests = isStill(this.#before, sample);
    this.#before = sample;
    return { gray: { data, width, height }, isStill: rests };
  }
}

function end(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function grayOf(rgba: Uint8ClampedArray): Uint8Array {
  const gray = new Uint8ClampedArray(rgba.length / 4);
  for (let i = 0; i < gray.length; i++)
    gray[i] = 0.299 * (rgba[4 * i] ?? 0) + 0.587 * (rgba[4 * i + 1] ?? 0) + 0.114 * (rgba[4 * i + 2] ?? 0);
  return new Uint8Array(gray.buffer);
}
