/** The common shape of a screen: its title, what can be done with it, its content. Also names the browser's tab. */
import { Group, Text, Title, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';

interface Props {
  readonly title: string;
  readonly text?: string;
  /** Where the screen lies: the way back, and its neighbours. */
  readonly above?: ReactNode;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  /** The title is for screen readers alone: the way above says it already. */
  readonly hasHiddenTitle?: boolean;
  readonly children: ReactNode;
}

export function Screen({ title, text, above, actions, hasHiddenTitle = false, children }: Props) {
  useTabTitle(title);
  if (hasHiddenTitle) {
    return (
      <div className="screen-content">
        <VisuallyHidden component="h1">{title}</VisuallyHidden>
        {above}
        {children}
      </div>
    );
  }
  return (
    <div className="screen-content">
      {above}
      <Group justify="space-between" align="flex-start" mb="lg" gap="sm">
        <div style={{ minWidth: 0 }}>
          <Title order={1} size="h2" className="any-text">
            {title}
          </Title>
          {text !== undefined && <Text c="dimmed">{text}</Text>}
        </div>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </div>
  );
}

/** Names the browser's tab for as long as the screen is shown. */
export function useTabTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = `${title.slice(0, 100)} – Loupe`;
    return () => {
      document.title = before;
    };
  }, [title]);
}
