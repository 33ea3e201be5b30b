/** The pages of both files, with what became of them. */
import { Badge, ScrollArea, Text, UnstyledButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { jpegUrl } from '../comparison';
import type { ShownPage } from './use-pages';

interface Props {
  readonly pages: readonly ShownPage[];
  /** Place in the list. */
  readonly current: number;
  readonly onChoose: (page: number) => void;
}

export function PageList({ pages, current, onChoose }: Props) {
  const { t } = useTranslation('compare');
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <ScrollArea.Autosize mah={720} type="auto" viewportProps={{ tabIndex: 0, 'aria-label': t('pdf.pages') }}>
      <ol className="difference-list" ref={list}>
        {pages.map(({ page, status, differences }, at) => {
          const thumbnail = page.queryThumbnail ?? page.referenceThumbnail;
          const isDifferent = status !== 'UNCHANGED' || page.isMoved;
          return (
            <li key={at}>
              <UnstyledButton
                className="difference"
                onClick={() => onChoose(at)}
                aria-current={at === current ? 'true' : undefined}
              >
                {thumbnail !== null && (
                  <img className="page-thumbnail" src={jpegUrl(thumbnail.base64)} alt="" loading="lazy" />
                )}
                <span>
                  <Text size="sm" fw={600} span display="block">
                    {nameOf(page)}
                  </Text>
                  <Text size="xs" c={isDifferent ? undefined : 'dimmed'} span display="block">
                    {[t(`status.${status}`), ...(page.isMoved ? [t('status.MOVED')] : [])].join(', ')}
                  </Text>
                </span>
                {differences.length > 0 && (
                  <Badge
                    circle
                    size="lg"
                    ml="auto"
                    aria-label={t('verdict.differences', { count: differences.length })}
                  >
                    {differences.length}
                  </Badge>
                )}
              </UnstyledButton>
            </li>
          );
        })}
      </ol>
    </ScrollArea.Autosize>
  );

  function nameOf({ referencePage, queryPage, copy }: ShownPage['page']): string {
    if (copy !== null) return copy.name;
    if (queryPage === null) return t('pdf.pageBefore', { page: referencePage });
    return referencePage === null || referencePage === queryPage
      ? t('pdf.page', { page: queryPage })
      : t('pdf.pageWas', { page: queryPage, before: referencePage });
  }
}
