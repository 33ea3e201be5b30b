/** Names of candidates, and where they are shown: a page by its document and number, a zone by its name. */
import { useTranslation } from 'react-i18next';
import { graphql } from '../../api/graphql';
import { useQueryData } from '../../api/query';
import { ownNameOfPage } from '../../parts/page-name';
import type { Candidate } from './try-documents';

const pagesQuery = graphql(`
  query PagesOfCandidates($ids: [ID!]!) {
    nodes(ids: $ids) {
      __typename
      ... on Image {
        id
        name
        order
        document {
          id
          name
        }
      }
    }
  }
`);

interface Named {
  readonly name: string;
  /** null for a single picture, and until the page is known. */
  readonly address: string | null;
  readonly search: { readonly page?: string };
}

/** The page that a candidate is, or lies on. */
function pageIdOf({ element }: Candidate): string | null {
  return element?.path.find(({ type }) => type === 'IMAGE')?.id ?? null;
}

export function useCandidateNames(candidates: readonly Candidate[]): (candidate: Candidate) => Named {
  const { t } = useTranslation('try');
  const ids = [...new Set(candidates.flatMap((candidate) => pageIdOf(candidate) ?? []))];
  const [{ data }] = useQueryData({ query: pagesQuery, variables: { ids }, pause: ids.length === 0 });
  const pages = new Map(
    (data?.nodes ?? []).flatMap((node) => (node?.__typename === 'Image' ? [[node.id, node] as const] : [])),
  );
  return (candidate) => {
    const page = pages.get(pageIdOf(candidate) ?? '');
    const { element, picture } = candidate;
    if (page === undefined) return { name: element?.name ?? picture?.name ?? '', address: null, search: {} };
    const label = t('pageOf', { document: page.document.name, number: page.order });
    const own = element?.type === 'ZONE' ? element.name : ownNameOfPage(page.name);
    return {
      name: own === '' ? label : `${label} · ${own}`,
      address: `/documents/${page.document.id}`,
      search: { page: page.id },
    };
  };
}
