/** The words of a decision, as each family of applications knows them. */
import type { Decision, LocalMatch } from '../../engine-host/types.js';
import type { ApplicationKind } from '../application.entity.js';

/**
 * Media monitoring answers Clone, Match, Similar and Different; mobile matching and brand monitoring answer Clone, Match and
 * which test refused the rest. Applications that compare whole pictures use the words of media monitoring.
 */
const refusals: Readonly<Record<'media' | 'mobile', Partial<Record<Decision, Decision>>>> = {
  media: {
    'Rejection due to geometric test': 'Similar',
    'Rejection due to shape of the matching box': 'Similar',
  },
  mobile: {
    Similar: 'Rejection due to geometric test',
    Different: 'Rejection due to geometric test',
  },
};

/** A match with its decision in the words of a kind of application; which pictures are recognized stays as it is. */
export function inWordsOf<M extends LocalMatch>(kind: ApplicationKind, match: M): M {
  const family = kind === 'mobile' || kind === 'brand' ? 'mobile' : 'media';
  return { ...match, decision: refusals[family][match.decision] ?? match.decision };
}
