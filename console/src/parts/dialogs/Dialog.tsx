/** Something over the screen, with a name and a way to close it. */
import { Modal, type ModalProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Open unless `opened` says otherwise: most are drawn only as long as they are. */
export function Dialog(props: Omit<ModalProps, 'opened'> & Partial<Pick<ModalProps, 'opened'>>) {
  const { t } = useTranslation();
  return <Modal opened closeButtonProps={{ 'aria-label': t('close') }} {...props} />;
}
