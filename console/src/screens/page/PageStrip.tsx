/** The other pages of the document, to go on with. */
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

interface Props {
  readonly pages: readonly {
    readonly id: string;
    readonly order: number;
    readonly smallThumbnailUrl: string | null;
  }[];
  readonly currentId: string;
}

export function PageStrip({ pages, currentId }: Props) {
  const { t } = useTranslation('page');
  if (pages.length < 2) return null;
  return (
    <nav aria-label={t('pages')} className="page-strip">
      <div className="page-strip-pages">
        {pages.map(({ id, order, smallThumbnailUrl }) => (
          <Link
            key={id}
            to="/pages/$pageId"
            params={{ pageId: id }}
            aria-label={t('pageNumber', { order })}
            aria-current={id === currentId ? 'page' : undefined}
            className="page-strip-link"
          >
            {smallThumbnailUrl !== null && <img src={smallThumbnailUrl} alt="" loading="lazy" />}
            <Text size="xs" ta="center" component="span">
              {order}
            </Text>
          </Link>
        ))}
      </div>
    </nav>
  );
}
