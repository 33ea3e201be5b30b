/**
 * A picture to look into: wheel, pinch, drag and keys zoom and move it. What is given as children lies over the
 * picture and moves with it; its places are percentages of the picture.
 */
import { ActionIcon, Group, Text, Tooltip } from '@mantine/core';
import { IconArrowsMaximize, IconMinus, IconPlus } from '../icons/icons';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { usePictureViewer } from './use-picture-viewer';
import './zoom.css';

interface Props {
  readonly url: string;
  /** Describes the picture for people who cannot see it. */
  readonly label: string;
  readonly children?: ReactNode;
}

const STEP = 1.5;

export function DeepZoom({ url, label, children }: Props) {
  const { t } = useTranslation('zoom');
  const place = useRef<HTMLDivElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const { state, zoomBy, showAll } = usePictureViewer({ url, label, place, layer });
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
        <Control label={t('fit')} onClick={showAll} icon={IconArrowsMaximize} />
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
