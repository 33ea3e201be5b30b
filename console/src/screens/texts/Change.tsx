/** The present text beside the one that would be there. */
import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export function Change({ before, after }: { readonly before: string; readonly after: string }) {
  const { t } = useTranslation('texts');
  return (
    <div className="texts-change">
      {before !== '' && (
        <del className="any-text">
          <VisuallyHidden>{t('before')}</VisuallyHidden>
          {before.slice(0, 500)}
        </del>
      )}
      {after !== '' && (
        <ins className="any-text">
          <VisuallyHidden>{t('after')}</VisuallyHidden>
          {after.slice(0, 500)}
        </ins>
      )}
    </div>
  );
}
