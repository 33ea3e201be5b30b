/**
 * A picture to look into: wheel, pinch, drag and keys zoom and move it. What is given as children lies over the
 * picture and moves with it; its places are percentages of the picture.
 */
import { ActionIcon, Group, Text, Tooltip } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { IconArrowsMaximize, IconMinus, IconPlus } from '../icons/icons';
import OpenSeadragon from 'openseadragon';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './zoom.css';

interface Props {
  readonly url: string;
  /** What the picture shows, for who cannot see it. */
  readonly label: string;
  readonly children?: ReactNode;
}

const STEP = 1.5;

export function DeepZoom({ url, label, children }: Props) {
  const { t } = useTranslation('zoom');
  const isStill = useReducedMotion(false, { getInitialValueInEffect: false });
  const place = useRef<HTMLDivElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const viewer = useRef<OpenSeadragon.Viewer | null>(null);
  const isWhole = useRef(true);
  const [state, setState] = useState<'loading' | 'open' | 'failed'>('loading');

  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    setState('loading');
    const made = OpenSeadragon({
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
    viewer.current = made;
    made.canvas.setAttribute('role', 'application');
    made.canvas.setAttribute('aria-label', label);
    const follow = () => {
      const item = made.world.getItemAt(0) as OpenSeadragon.TiledImage | undefined;
      if (layer.current === null || item === undefined) return;
      const { x, y, width, height } = made.viewport.viewportToViewerElementRectangle(item.getBounds(true));
      Object.assign(layer.current.style, {
        transform: `translate(${x}px, ${y}px)`,
        width: `${width}px`,
        height: `${height}px`,
      });
    };
    made.addHandler('update-viewport', follow);
    made.addHandler('open', () => {
      setState('open');
      follow();
    });
    // A view that nobody has changed shows the whole picture in a place of any size.
    isWhole.current = true;
    made.addHandler('home', () => (isWhole.current = true));
    for (const gesture of [
      'canvas-drag',
      'canvas-scroll',
      'canvas-pinch',
      'canvas-double-click',
      'canvas-key',
    ] as const) {
      made.addHandler(gesture, () => (isWhole.current = false));
    }
    made.addHandler('resize', () => {
      // The viewer sets the zoom itself once this event is over.
      queueMicrotask(() => {
        if (viewer.current === made && isWhole.current) made.viewport.goHome(true);
      });
      follow();
    });
    made.addHandler('open-failed', () => setState('failed'));
    return () => {
      viewer.current = null;
      made.destroy();
    };
  }, [url, label, isStill]);

  const zoomBy = (factor: number) => {
    isWhole.current = false;
    viewer.current?.viewport.zoomBy(factor);
    viewer.current?.viewport.applyConstraints();
  };
  return (
    <div className="zoom">
      <div
        className="zoom-place"
        onWheel={(event) => {
          // Over what lies on the picture the viewer itself does not see the wheel.
          if (layer.current?.contains(event.target as Node) === true)
            zoomBy(event.deltaY < 0 ? 1.2 : 1 / 1.2);
        }}
      >
        <div ref={place} className="zoom-picture" />
        <div ref={layer} className="zoom-layer" data-ready={state === 'open'}>
          {state === 'open' && children}
        </div>
      </div>
      {state === 'failed' && (
        <Text className="zoom-failed" role="alert">
          {t('failed')}
        </Text>
      )}
      <Group gap={4} className="zoom-controls">
        <Control label={t('in')} onClick={() => zoomBy(STEP)} icon={IconPlus} />
        <Control label={t('out')} onClick={() => zoomBy(1 / STEP)} icon={IconMinus} />
        <Control
          label={t('fit')}
          onClick={() => viewer.current?.viewport.goHome()}
          icon={IconArrowsMaximize}
        />
      </Group>
    </div>
  );
}

interface ControlProps {
  readonly label: string;
  readonly icon: typeof IconPlus;
  readonly onClick: () => void;
}

function Control({ label, icon: Icon, onClick }: ControlProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size="lg" aria-label={label} onClick={onClick}>
        <Icon size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
