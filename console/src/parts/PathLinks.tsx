/** Where one is: links to the organization, the folders, and the document. */
import { Anchor, Breadcrumbs, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

interface Props {
  /** From the organization on. */
  readonly path: readonly { readonly id: string; readonly name: string }[];
  /** Whether the last of them is a document. */
  readonly isDocument?: boolean;
  /** The screen's own subject, behind them. */
  readonly here?: string;
  /** Where a step leads; to its screen in the library when left out. */
  readonly searchOf?: (id: string) => Readonly<Record<string, unknown>>;
}

export function PathLinks({ path, isDocument = false, here, searchOf }: Props) {
  const { t } = useTranslation();
  if (path.length === 0) return null;
  const screenOf = (id: string, at: number) =>
    isDocument && at === path.length - 1 ? `/documents/${id}` : `/library/${id}`;
  return (
    <Breadcrumbs component="nav" aria-label={t('pageHead.way')} separatorMargin={6} className="path-links">
      {path.map(({ id, name }, at) => (
        <Anchor
          key={id}
          component={Link}
          {...(searchOf === undefined
            ? { to: screenOf(id, at) }
            : { to: '.', search: searchOf(id) as never })}
          size="sm"
          className="one-line"
          maw={200}
        >
          {name}
        </Anchor>
      ))}
      {here !== undefined && (
        <Text component="span" size="sm">
          {here}
        </Text>
      )}
    </Breadcrumbs>
  );
}
