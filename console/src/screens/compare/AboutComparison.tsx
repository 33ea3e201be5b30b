/** Which files were compared, how, and what else they differ in. */
import { Paper, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PdfComparison } from './comparison';

export function AboutComparison({ found }: { readonly found: PdfComparison }) {
  const { t } = useTranslation('compare');
  const { files, remarks, pages } = found;
  const also = [
    ...found.alsoDiffers.map(({ sentence }) => sentence),
    ...pages.flatMap(({ alsoDiffers, queryPage }) =>
      alsoDiffers.map(({ sentence }) => `${t('pdf.page', { page: queryPage })}: ${sentence}`),
    ),
  ];
  return (
    <Paper withBorder p="md" radius="lg" component="section" mt="lg">
      {also.length > 0 && (
        <>
          <Title order={3} size="h4">
            {t('record.also')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('record.alsoText')}
          </Text>
          <ul>
            {also.map((sentence, at) => (
              <li key={at} className="any-text">
                <Text size="sm" span>
                  {sentence}
                </Text>
              </li>
            ))}
          </ul>
        </>
      )}
      <Title order={3} size="h4">
        {t('record.title')}
      </Title>
      {files.map(({ name, sha256, pageCount }, at) => (
        <Text size="sm" key={at} className="any-text" mt={4}>
          {t('record.file', { name, count: pageCount })}
          <br />
          <Text size="xs" c="dimmed" span style={{ overflowWrap: 'anywhere' }}>
            {`SHA-256 ${sha256}`}
          </Text>
        </Text>
      ))}
      <ul>
        {remarks.map((remark) => (
          <li key={remark} className="any-text">
            <Text size="sm" span>
              {remark}
            </Text>
          </li>
        ))}
      </ul>
    </Paper>
  );
}
