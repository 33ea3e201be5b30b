/** Pages that could be taken for others, each beside the ones that it looks like. */
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Warning } from './activation-documents';
import './activation.css';

const MOST_SHOWN = 4;

export function LookAlikes({ warnings }: { readonly warnings: readonly Warning[] }) {
  const { t } = useTranslation('activation');
  if (warnings.length === 0) return null;
  return (
    <Stack gap="md">
      <Text size="sm">{t('lookAlikesText')}</Text>
      {warnings.map(({ element, page, conflicts }) => (
        <Group key={element.id} gap="sm" align="flex-start" className="look-alikes">
          <figure className="look-alike">
            {page?.bigThumbnailUrl != null && <img src={page.bigThumbnailUrl} alt="" />}
            <figcaption>
              {t('thisPage', { number: page?.order ?? 0 })}
              {element.type === 'ZONE' && (
                <span className="any-text">{t('inZone', { name: element.name.slice(0, 60) })}</span>
              )}
            </figcaption>
          </figure>
          {conflicts.slice(0, MOST_SHOWN).map((conflict) => {
            const other = conflict.path.find(({ type }) => type === 'IMAGE');
            return (
              <figure key={`${conflict.document.id}:${conflict.pageNumber}`} className="look-alike">
                {conflict.thumbnailUrl !== null && <img src={conflict.thumbnailUrl} alt="" />}
                <figcaption>
                  <span className="look-alike-name any-text">{conflict.document.name}</span>
                  <Anchor
                    component={Link}
                    to={`/documents/${conflict.document.id}`}
                    search={(other === undefined ? {} : { page: other.id }) as never}
                    size="sm"
                  >
                    {t('pageNumber', { number: conflict.pageNumber })}
                  </Anchor>
                </figcaption>
              </figure>
            );
          })}
        </Group>
      ))}
    </Stack>
  );
}
