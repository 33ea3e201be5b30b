/** Words of made roles: what they allow, and in which folders. */
import { useTranslation } from 'react-i18next';
import { useQueryData } from '../../../api/query';
import { useViewer } from '../../../api/session';
import { folderNamesQuery } from './role-documents';

/** As scopes are spelled: `content:write` is CONTENT_WRITE. */
function scopeOf(operation: string): string {
  return operation.replace(/(?=[A-Z])|:/g, '_').toUpperCase();
}

/** @returns says what an operation is, in the words of the scopes of machine tokens */
export function useOperationText(): (operation: string) => string {
  const { t } = useTranslation('administration');
  return (operation) => t(`scope.${operation.includes(':') ? scopeOf(operation) : operation}`);
}

/** @returns whether the user may give all of some operations; the server decides, this leaves out what it would refuse */
export function useMayGive(): (operations: readonly string[]) => boolean {
  const { rights } = useViewer();
  const own = new Set(rights.map(({ operation }) => scopeOf(operation)));
  return (operations) => operations.every((each) => own.has(each));
}

/** @returns names of folders; of one that is gone it says so */
export function useFolderNames(ids: readonly string[]): (id: string) => string {
  const { t } = useTranslation(['administration', 'roles']);
  const wanted = [...new Set(ids)].sort().slice(0, 100);
  const [{ data }] = useQueryData({
    query: folderNamesQuery,
    variables: { ids: wanted },
    pause: wanted.length === 0,
  });
  const names = new Map(data?.nodes.flatMap((node) => (node && 'id' in node ? [[node.id, node.name]] : [])));
  return (id) => names.get(id) ?? (data === undefined ? '…' : t('roles:goneFolder'));
}

/** @returns joins words as the language does */
export function useJoined(): (words: readonly string[]) => string {
  const { i18n } = useTranslation();
  return (words) => new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(words);
}
