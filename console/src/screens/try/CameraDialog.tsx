/** Takes a photo with the webcam. */
import { Alert, Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../parts/dialogs/Dialog';
import { useCamera } from '../../parts/camera/use-camera';

interface Props {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onPhoto: (photo: Blob) => void;
}

export function CameraDialog({ isOpen, onClose, onPhoto }: Props) {
  const { t } = useTranslation('try');
  return (
    <Dialog opened={isOpen} onClose={onClose} title={t('camera')} size="lg" centered>
      <Camera onPhoto={onPhoto} />
    </Dialog>
  );
}

function Camera({ onPhoto }: Pick<Props, 'onPhoto'>) {
  const { t } = useTranslation('try');
  const { state, attach, photo } = useCamera();
  if (state === 'refused') return <Alert color="yellow">{t('noCamera')}</Alert>;
  return (
    <Stack>
      <video ref={attach} className="try-video" muted playsInline autoPlay aria-label={t('viewfinder')} />
      <Button
        disabled={state !== 'running'}
        onClick={() => void photo().then((taken) => taken !== null && onPhoto(taken))}
      >
        {t('shoot')}
      </Button>
    </Stack>
  );
}
