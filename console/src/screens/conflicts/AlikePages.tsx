/** Pages that look alike and that photos tell apart: each with the parts that do. */
import { Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ElementConflicts } from './conflicts';
import { PageLink } from './PageLink';
import { ShowMore } from '../../parts/ShowMore';
import './conflicts.css';

const AT_ONCE = 12;
/** More would cover the page. */
const MOST_MARKED = 5;

export function AlikePages({ results }: { readonly results: readonly ElementConflicts[] }) {
  const { t } = useTranslation('conflicts');
  const [shown, setShown] = useState(AT_ONCE);
  return (
    <Stack gap="sm" component="section" aria-label={t('alikePages.title')}>
      <Title order={2} size="h4">
        {t('alikePages.title')}
      </Title>
      <Text size="sm">{t('alikePages.text')}</Text>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3, lg: 4 }}>
        {results.slice(0, shown).map((result) => (
          <AlikePage key={result.element.id} result={result} />
        ))}
      </SimpleGrid>
      <ShowMore hidden={results.length - shown} onMore={() => setShown(shown + AT_ONCE)} />
    </Stack>
  );
}

function AlikePage({ result: { element, page, alike } }: { readonly result: ElementConflicts }) {
  const { t } = useTranslation('conflicts');
  const name = t('page', { name: page.document.name, page: page.order });
  const isPage = element.id === page.id;
  return (
    <Paper withBorder radius="lg" p="md">
      <figure className="conflict">
        {page.bigThumbnailUrl !== null && (
          <div className="alike-picture">
            <img src={page.bigThumbnailUrl} alt={isPage ? t('alikePages.marked', { name }) : ''} />
            {isPage &&
              alike.slice(0, MOST_MARKED).map(({ toldApartBy }, at) =>
                toldApartBy === null ? null : (
                  <span
                    key={at}
                    className="alike-part"
                    style={{
                      left: `${toldApartBy.leftPercent}%`,
                      top: `${toldApartBy.topPercent}%`,
                      width: `${toldApartBy.widthPercent}%`,
                      height: `${toldApartBy.heightPercent}%`,
                    }}
                  />
                ),
              )}
          </div>
        )}
        <figcaption>
          <PageLink documentId={page.document.id} pageId={page.id} name={name} />
          {!isPage && (
            <Text size="xs" c="dimmed" className="any-text">
              {t('zone', { name: element.name })}
            </Text>
          )}
          <Text size="xs" c="dimmed">
            {t('alikePages.count', { count: alike.length })}
          </Text>
        </figcaption>
      </figure>
    </Paper>
  );
}
