/** The sign of Loupe and its name. */
import { Group, Text } from '@mantine/core';

export function Logo({ size = 28 }: { readonly size?: number }) {
  return (
    <Group gap={8} wrap="nowrap">
      <img src="/favicon.svg" width={size} height={size} alt="" />
      <Text fw={700} fz={size * 0.68} lh={1} component="span" translate="no">
        {PRODUCT}
      </Text>
    </Group>
  );
}

const PRODUCT = 'Loupe';
