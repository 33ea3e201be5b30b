/** Files that a ZIP may hold beside its pictures, and a list to begin with. */
import { ActionIcon, Button, Code, Popover, Stack, Text } from '@mantine/core';
import { IconDownload, IconHelp } from '../../parts/icons/icons';
import { useTranslation } from 'react-i18next';
import { saveText } from '../../parts/editing/save';

/** Written for programs: the same in every language. */
const SAMPLE = [
  ['file', 'id', 'keywords', 'additional'],
  ['covers/0001.jpg', 'isbn-9780000000001', 'novel;spring', ''],
  ['covers/0001-back.jpg', 'isbn-9780000000001', '', 'true'],
  ['covers/0002.jpg', 'isbn-9780000000002', 'novel', ''],
];
const asCsv = () => SAMPLE.map((row) => `${row.join(',')}\r\n`).join('');

export function ManifestHint() {
  const { t } = useTranslation('engine');
  return (
    <Popover width={340} position="bottom-end" withArrow shadow="md" trapFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          title={t('manifest.title')}
          aria-label={t('manifest.title')}
        >
          <IconHelp size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('manifest.title')}>
        <Stack gap="xs">
          <Text size="sm">{t('manifest.text')}</Text>
          <Code block className="engine-sample">
            {asCsv().split('\r\n').slice(0, 2).join('\n')}
          </Code>
          <Text size="sm" c="dimmed">
            {t('manifest.rest')}
          </Text>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => saveText('manifest.csv', asCsv())}
          >
            {t('manifest.sample')}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
