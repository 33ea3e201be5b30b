/** How the time of a search divides into its stages. */
import { Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Trial } from './try-documents';

const STAGES = ['decodeMs', 'extractMs', 'searchMs', 'verifyMs'] as const;

export function Stages({ timing }: { readonly timing: NonNullable<Trial['timing']> }) {
  const { t, i18n } = useTranslation('try');
  const total = STAGES.reduce((sum, stage) => sum + timing[stage], 0);
  const inMs = new Intl.NumberFormat(i18n.language, {
    style: 'unit',
    unit: 'millisecond',
    maximumFractionDigits: 1,
  });
  return (
    <section aria-label={t('time')}>
      <Title order={3} size="h5" mb="xs">
        {t('time')}
      </Title>
      <div className="try-bar" aria-hidden>
        {STAGES.map((stage) => (
          <span key={stage} data-stage={stage} style={{ flexGrow: timing[stage] / total }} />
        ))}
      </div>
      <dl className="try-stages">
        {STAGES.map((stage) => (
          <div key={stage}>
            <dt data-stage={stage}>{t(`stages.${stage}`)}</dt>
            <dd>{inMs.format(timing[stage])}</dd>
          </div>
        ))}
      </dl>
      <Text size="sm">{t('total', { time: inMs.format(total) })}</Text>
    </section>
  );
}
