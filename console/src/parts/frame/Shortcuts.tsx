/** `?` lists what the keyboard does. */
import { Kbd, Table } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../dialogs/Dialog';

/** Names of keys are the same in each language of the console, as keyboards print them. */
const SHORTCUTS = [
  ['search', ['Ctrl K']],
  ['undo', ['Ctrl Z']],
  ['list', ['↑', '↓']],
  ['select', ['Space']],
  ['pages', ['Page ↑', 'Page ↓']],
  ['strip', ['↑', '↓']],
  ['differences', ['N', 'P']],
  ['move', ['←', '→', '↑', '↓']],
  ['resize', ['⇧ ←', '⇧ →', '⇧ ↑', '⇧ ↓']],
  ['remove', ['Del']],
  ['save', ['↵']],
  ['help', ['?']],
] as const;

export function Shortcuts() {
  const { t } = useTranslation();
  const [isOpen, { open, close }] = useDisclosure(false);
  useHotkeys([['shift+?', open]]);
  return (
    <Dialog opened={isOpen} onClose={close} title={t('shortcuts.title')}>
      <Table withRowBorders>
        <Table.Tbody>
          {SHORTCUTS.map(([name, keys]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={400}>
                {t(`shortcuts.${name}`)}
              </Table.Th>
              <Table.Td ta="end">
                {keys.map((key) => (
                  <Kbd key={key} ml={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  );
}
