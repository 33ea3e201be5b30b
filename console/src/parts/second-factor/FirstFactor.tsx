/** Sets up the second factor that somebody needs before they may log in, then logs them in. */
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type FactorSetup, session } from '../../api/session';
import { AddFactor } from './AddFactor';

export function FirstFactor({ setup, onDone }: { readonly setup: FactorSetup; readonly onDone: () => void }) {
  const { t } = useTranslation('security');
  return (
    <>
      <Text size="sm" mb="sm">
        {t('first.text')}
      </Text>
      <AddFactor
        setup={setup}
        done={t('first.done')}
        onDone={async () => {
          // The ticket of the setup is a code by now that starts the session.
          await session.logInByLink(setup.ticket);
          onDone();
        }}
      />
    </>
  );
}
