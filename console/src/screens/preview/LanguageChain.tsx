/** Which language is answered and why: every language of the document in the order in which it suits the reader. */
import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconArrowNarrowDown, IconCircleCheckFilled, IconCircleDashed } from '../../parts/icons/icons';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../i18n/format';
import { ownNameOfPage } from '../../parts/page-name';
import type { PreviewData } from './preview-documents';

interface Props {
  readonly preview: PreviewData;
  /** The reader's language. */
  readonly wanted: string;
}

export function LanguageChain({ preview, wanted }: Props) {
  const { t } = useTranslation('preview');
  const formats = useFormats();
  const isLive = preview.hiddenReasons.length === 0;
  return (
    <Paper withBorder p="md" radius="lg">
      <Title order={2} size="h4">
        {t('chain.title')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('chain.text', { language: formats.language(wanted) })}
      </Text>
      <Stack component="ol" gap={4} p={0} m={0} style={{ listStyle: 'none' }}>
        {preview.languages.map(({ code, reason, hasActions, isChosen }, index) => (
          <li key={code}>
            {index > 0 && <IconArrowNarrowDown size={16} aria-hidden />}
            <Group gap="xs" wrap="nowrap" align="flex-start">
              {isChosen ? (
                <IconCircleCheckFilled
                  size={22}
                  style={{ flexShrink: 0 }}
                  color="var(--mantine-color-green-7)"
                  aria-hidden
                />
              ) : (
                <IconCircleDashed size={22} style={{ flexShrink: 0 }} aria-hidden />
              )}
              <div>
                <Group gap="xs">
                  <Text fw={isChosen ? 700 : 500}>{formats.languageAlone(code)}</Text>
                  {isChosen && (
                    <Badge color="#1d6b31" tt="none">
                      {t(isLive ? 'chain.chosen' : 'chain.wouldBe')}
                    </Badge>
                  )}
                </Group>
                <Text size="sm" c="dimmed">
                  {t(`chain.reasons.${reason}`)} {!hasActions && t('chain.noActions')}
                </Text>
              </div>
            </Group>
          </li>
        ))}
      </Stack>
      <Text size="sm" mt="md" className="any-text">
        {preview.titleSource === null
          ? t('titleFromName')
          : ownNameOfPage(preview.titleSource.name) === ''
            ? t('titleFromPage')
            : t(`titleFrom.${preview.titleSource.type}`, { name: preview.titleSource.name })}
      </Text>
      {preview.autoTrigger && <Text size="sm">{t('autoTrigger')}</Text>}
    </Paper>
  );
}
