/** Where in the library one is: links to the organization, the folders, and the document. */
import { Anchor, Breadcrumbs } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

interface Props {
  /** From the organization on. */
  readonly path: readonly { readonly id: string; readonly name: string }[];
  /** Whether the last of them is a document. */
  readonly isDocument: boolean;
}

export function PathLinks({ path, isDocument }: Props) {
  const { t } = useTranslation();
  return (
    <Breadcrumbs component="nav" aria-label={t('pageHead.way')} separatorMargin={6} mb={4}>
      {path.map(({ id, name }, at) => (
        <Anchor
          key={id}
          component={Link}
          to={isDocument && at === path.length - 1 ? `/documents/${id}` : `/library/${id}`}
          size="sm"
          className="one-line"
          maw={220}
        >
          {name}
        </Anchor>
      ))}
    </Breadcrumbs>
  );
}
