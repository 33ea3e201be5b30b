/** Warns of a code that no reader's phone can use, before somebody prints it. */
import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconAlertTriangle } from './icons/icons';
import { phoneTroubleOf } from './phone-address';

export function PhoneTrouble({ address }: { readonly address: string }) {
  const { t } = useTranslation();
  const trouble = phoneTroubleOf(address);
  if (trouble === null) return null;
  return (
    <Alert
      color="red"
      variant="light"
      role="note"
      w="100%"
      icon={<IconAlertTriangle aria-hidden />}
      title={t(`phone.${trouble}.title`)}
    >
      {t(`phone.${trouble}.text`, { host: URL.canParse(address) ? new URL(address).host : address })}
    </Alert>
  );
}
