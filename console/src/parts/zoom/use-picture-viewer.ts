/** The viewer of one picture in an element, and a layer that moves with the picture. */
import { useReducedMotion } from '@mantine/hooks';
import OpenSeadragon from 'openseadragon';
import { type RefObject, useEffect, useRef, useState } from 'react';

interface Shown {
  readonly url: string;
  /** Says what the picture shows, for who cannot see it. */
  readonly label: string;
  readonly place: RefObject<HTMLDivElement | null>;
  /** Lies over the picture. */
  readonly layer: RefObject<HTMLDivElement | null>;
}

/** They move or zoom the picture by hand. */
const GESTURES = [
  'canvas-drag',
  'canvas-scroll',
  'canvas-pinch',
  'canvas-double-click',
  'canvas-key',
] as const;

export function usePictureViewer({ url, label, place, layer }: Shown) {
  const isStill = useReducedMotion(false, { getInitialValueInEffect: false });
  const viewer = useRef<OpenSeadragon.Viewer | null>(null);
  /** Whether the view still shows the whole picture, as it does before anybody has changed it. */
  const isWhole = useRef(true);
  const [state, setState] = useState<'loading' | 'open' | 'failed'>('loading');

  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    setState('loading');
    const made = open(element, { url, label, isStill });
    viewer.current = made;
    const follow = () => lay(made, layer.current);
    made.addHandler('update-viewport', follow);
    made.addHandler('open', () => {
      setState('open');
      follow();
    });
    made.addHandler('open-failed', () => setState('failed'));
    isWhole.current = true;
    made.addHandler('home', () => (isWhole.current = true));
    for (const gesture of GESTURES) made.addHandler(gesture, () => (isWhole.current = false));
    made.addHandler('resize', () => {
      // The viewer sets the zoom itself once this event is over.
      queueMicrotask(() => {
        if (viewer.current === made && isWhole.current) made.viewport.goHome(true);
      });
      follow();
    });
    return () => {
      viewer.current = null;
      made.destroy();
    };
  }, [url, label, isStill, place, layer]);

  const zoomBy = (factor: number) => {
    isWhole.current = false;
    viewer.current?.viewport.zoomBy(factor);
    viewer.current?.viewport.applyConstraints();
  };
  return { state, zoomBy, showAll: () => viewer.current?.viewport.goHome() };
}

function open(
  element: HTMLElement,
  { url, label, isStill }: Pick<Shown, 'url' | 'label'> & { readonly isStill: boolean },
) {
  const viewer = OpenSeadragon({
    element,
    tileSources: { type: 'image', url },
    drawer: 'canvas',
    showNavigationControl: false,
    gestureSettingsMouse: { clickToZoom: false, dblClickToZoom: true },
    gestureSettingsTouch: { clickToZoom: false, dblClickToZoom: true },
    animationTime: isStill ? 0 : 0.5,
    maxZoomPixelRatio: 6,
    minZoomImageRatio: 0.8,
    visibilityRatio: 0.4,
    // The page's own words tell what failed.
    showZoomControl: false,
  });
  viewer.canvas.setAttribute('role', 'application');
  viewer.canvas.setAttribute('aria-label', label);
  return viewer;
}

/** Lays an element over the picture, as it is shown now. */
function lay({ world, viewport }: OpenSeadragon.Viewer, layer: HTMLElement | null) {
  const item = world.getItemAt(0) as OpenSeadragon.TiledImage | undefined;
  if (layer === null || item === undefined) return;
  const { x, y, width, height } = viewport.viewportToViewerElementRectangle(item.getBounds(true));
  Object.assign(layer.style, {
    transform: `translate(${x}px, ${y}px)`,
    width: `${width}px`,
    height: `${height}px`,
  });
}
