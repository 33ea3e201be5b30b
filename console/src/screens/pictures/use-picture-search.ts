/** Searches the organization's pictures by a photo or by colors, again whenever the query changes. */
import { useEffect, useState } from 'react';
import { useClient } from 'urql';
import { change, problemOf } from '../../api/change';
import type { Problem } from '../../api/graphql';
import { type FoundPicture, searchByColors, searchByPhoto } from './pictures';

export interface ChosenColor {
  /** Six hexadecimal digits. */
  readonly hex: string;
  /** Share in percent that a picture is to have of it; null for any. */
  readonly percentage: number | null;
}

export type PictureSearch =
  | { readonly kind: 'photo'; readonly by: 'PICTURE' | 'COLOR'; readonly file: File }
  | { readonly kind: 'colors'; readonly colors: readonly ChosenColor[] };

interface Answer {
  readonly search: PictureSearch;
  readonly keywords: readonly string[];
  readonly pictures: readonly FoundPicture[];
  readonly problem: Problem | null;
}

/** @returns null while the answer is on its way */
export function usePictureSearch(
  organizationId: string,
  search: PictureSearch,
  keywords: readonly string[],
): Answer | null {
  const client = useClient();
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    let isWanted = true;
    const show = (pictures: readonly FoundPicture[], problem: Problem | null) => {
      if (isWanted) setAnswer({ search, keywords, pictures, problem });
    };
    const variables = { organizationId, keywords: [...keywords] };
    if (search.kind === 'photo') {
      const { by, file } = search;
      void change(client, searchByPhoto, { ...variables, by, photo: file }).then((outcome) =>
        outcome.isDone ? show(outcome.value.pictures, null) : show([], outcome.problem),
      );
    } else if (search.colors.length > 0) {
      const colors = search.colors.map(({ hex, percentage }) =>
        percentage === null ? hex : `${hex}@${percentage}`,
      );
      void client
        .query(searchByColors, { ...variables, colors }, { requestPolicy: 'network-only' })
        .toPromise()
        .then(({ data, error }) =>
          error === undefined
            ? show(data?.picturesByColors.pictures ?? [], null)
            : show([], problemOf(error)),
        );
    }
    return () => {
      isWanted = false;
    };
  }, [client, organizationId, search, keywords]);
  if (search.kind === 'colors' && search.colors.length === 0) {
    return { search, keywords, pictures: [], problem: null };
  }
  return answer?.search === search && answer.keywords === keywords ? answer : null;
}
