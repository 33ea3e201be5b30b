import { useTranslation } from 'react-i18next';

/** Where open menus stand: a part of the page that has a name, since nothing of a page may stand outside of its parts. */
export function MenusPlace() {
  const { t } = useTranslation();
  return <section id="menus" aria-label={t('frame.menus')} />;
}
