/** Rules of an action's address as the console reads, says and sends them. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { graphql, type ResultOf } from '../../api/graphql';
import { useFormats } from '../../i18n/format';

export const ruleFields = graphql(`
  fragment RuleFields on AddressRule {
    platforms
    percent
    variant
    url
  }
`);

export type Rule = ResultOf<typeof ruleFields>;
export type Platform = Rule['platforms'][number];

export const platforms = ['IOS', 'ANDROID', 'DESKTOP'] as const satisfies readonly Platform[];

/** As changes take them. */
export function rulesToSend(rules: readonly Rule[] | undefined) {
  return (rules ?? []).map(({ platforms: of, percent, variant, url }) =>
    percent === null
      ? { platform: { platforms: [...of], url } }
      : { share: { percent, variant: variant === '' ? null : variant, url } },
  );
}

/** Rules in words. */
export function useRuleWords() {
  const { t } = useTranslation('rules');
  const formats = useFormats();
  return useMemo(() => {
    const nameOf = ({ platforms: of, percent, variant }: Rule): string =>
      percent === null
        ? of.map((platform) => t(`platforms.${platform}`)).join(', ')
        : t('share', { percent: formats.percent(percent / 100), variant: variant ?? '' });
    return { nameOf, inWords: (rules: readonly Rule[]) => rules.map(nameOf).join(' · ') };
  }, [t, formats]);
}
