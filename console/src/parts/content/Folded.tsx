/** A part of a form that most leave as it is: a button that names its state, and the fields below it once it is open. */
import { Button, Collapse } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { IconChevronDown } from '../icons/icons';

interface Props {
  readonly title: string;
  /** Open from the start, for fields that hold something. */
  readonly isOpenAtFirst: boolean;
  /** Open whatever was chosen, for fields that were refused. */
  readonly isRefused?: boolean;
  /** Titles of several lines. */
  readonly isLong?: boolean;
  readonly children: ReactNode;
}

const SEVERAL_LINES = {
  label: { whiteSpace: 'normal', textAlign: 'start' },
  root: { height: 'auto' },
} as const;

export function Folded({ title, isOpenAtFirst, isRefused = false, isLong = false, children }: Props) {
  const [isChosen, { toggle }] = useDisclosure(isOpenAtFirst);
  const isOpen = isChosen || isRefused;
  return (
    <div>
      <Button
        size="compact-sm"
        variant="subtle"
        onClick={toggle}
        aria-expanded={isOpen}
        rightSection={<IconChevronDown size={14} aria-hidden />}
        {...(isLong && { styles: SEVERAL_LINES })}
      >
        {title}
      </Button>
      <Collapse expanded={isOpen}>{children}</Collapse>
    </div>
  );
}
