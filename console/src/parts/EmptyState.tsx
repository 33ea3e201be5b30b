/** Fills a place that is empty so far: what could be there, and what to do next. */
import { Center, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { Icon } from './icons/Icon';
import type { ReactNode } from 'react';

interface Props {
  readonly icon: Icon;
  readonly title: string;
  readonly text?: string;
  /** Whether nothing else is on the page. */
  readonly isWholePage?: boolean;
  /** Buttons. */
  readonly children?: ReactNode;
}

export function EmptyState({ icon: Icon, title, text, isWholePage = false, children }: Props) {
  return (
    <Center py={64} px="md">
      <Stack align="center" gap="sm" maw={440} ta="center">
        <ThemeIcon size={72} radius={36} variant="light" aria-hidden>
          <Icon size={36} stroke={1.4} />
        </ThemeIcon>
        <Title order={isWholePage ? 1 : 2} size="h3">
          {title}
        </Title>
        {text !== undefined && <Text c="dimmed">{text}</Text>}
        {children}
      </Stack>
    </Center>
  );
}
