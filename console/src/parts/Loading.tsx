/** While a screen or a part of it comes. */
import { Center, Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export function Loading({ height = 240 }: { readonly height?: number }) {
  const { t } = useTranslation();
  return (
    <Center h={height} role="status" aria-label={t('loading')}>
      <Loader type="dots" aria-hidden />
    </Center>
  );
}
