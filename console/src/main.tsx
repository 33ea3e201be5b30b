import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.css';
import './console.css';
import { MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startLanguages } from './i18n';
import { MenusPlace } from './parts/frame/MenusPlace';
import { router } from './routes';
import { cssVariables, theme } from './theme';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no place for the console.');

await startLanguages();
createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <RouterProvider router={router} />
      <MenusPlace />
    </MantineProvider>
  </StrictMode>,
);
