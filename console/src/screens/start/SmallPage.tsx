/** A page of one form, for people who are not logged in. */
import { Container, Paper, Stack } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { Loading } from '../../parts/Loading';
import { Logo } from '../../parts/Logo';

export function SmallPage({ children }: { readonly children: ReactNode }) {
  return (
    <Suspense fallback={<Loading height={600} />}>
      <Container component="main" size={460} py="xl">
        <Stack gap="lg">
          <Logo size={32} />
          <Paper p="xl" radius="lg" withBorder shadow="sm">
            {children}
          </Paper>
        </Stack>
      </Container>
    </Suspense>
  );
}
