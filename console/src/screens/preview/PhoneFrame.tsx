/** The phone of a reader around what it shows. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Loading } from '../../parts/Loading';
import './preview.css';

interface Props {
  /** Language of what is shown; null while it is on its way. */
  readonly languageCode: string | null;
  /** Whether something newer is on its way. */
  readonly isOld?: boolean;
  readonly children: ReactNode;
}

export function PhoneFrame({ languageCode, isOld = false, children }: Props) {
  const { t } = useTranslation('preview');
  return (
    <section className="phone" aria-label={t('phone')} aria-busy={languageCode === null || isOld}>
      <div className="phone-screen" tabIndex={0} role="group" aria-label={t('phone')}>
        {languageCode === null ? <Loading /> : <div lang={languageCode}>{children}</div>}
      </div>
    </section>
  );
}
