/** Hits of a pack as the page shows answers of the server. */
import type { PackHit } from '../../../../packages/engine-wasm/src/pack-hit';
import type { ScanAnswer } from '../scan-api';
import type { PackPictures } from './pack-pictures';

type Place = Omit<ScanAnswer, 'otherZones'>;

/**
 * The first hit that has words, with the others of its page; null where there is none.
 *
 * @param pictures of the pack; null where it is not open
 * @param earlierSessionId of earlier answers; null before the first one
 */
export function answerOf(
  packId: string,
  hits: readonly PackHit[],
  pictures: PackPictures | null,
  earlierSessionId: string | null,
): ScanAnswer | null {
  const sessionId = earlierSessionId ?? crypto.randomUUID();
  const shown = hits.flatMap((hit): { pageId: string; place: Place }[] => {
    if (hit.shown === null) return [];
    const { languageCode, title, titleStyle, actions } = hit.shown;
    const place = {
      id: hit.id,
      sessionId,
      title,
      titleStyle,
      languageCode,
      data: '',
      autoTrigger: hit.autoTrigger,
      bigThumbnailUrl: pictures?.thumbnailOf(hit.id) ?? null,
      actions: actions.map((action) => ({
        ...action,
        target: action.target as never,
        iconUrl: pictures?.addressOf(action.iconId) ?? null,
      })),
    };
    return [{ pageId: hit.pageId, place }];
  });
  const [first] = shown;
  if (first === undefined) return null;
  const others = shown.slice(1).filter(({ pageId }) => pageId === first.pageId);
  return { ...first.place, packId, otherZones: others.map(({ place }) => place) };
}
