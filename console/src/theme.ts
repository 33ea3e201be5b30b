/** The design of the console: one accent, the machine's own fonts, colors that stay readable in light and dark. */
import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

const ink: MantineColorsTuple = [
  '#eef1ff',
  '#dbe1ff',
  '#b9c4fd',
  '#94a3f8',
  '#7488f2',
  '#5a6fe8',
  '#4054d6',
  '#3344b8',
  '#2a3896',
  '#202b75',
];

const FONT = 'ui-sans-serif, system-ui, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif';

export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 6, dark: 6 },
  colors: { ink },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: FONT,
  headings: { fontFamily: FONT, fontWeight: '650' },
  components: {
    // States are words, not shouts.
    Badge: { defaultProps: { tt: 'none' } },
    // The head of a dialog is no head of the page.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
  },
});

/** Quiet text and mistakes keep a contrast of 4.5 to 1 at least. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5b6270',
    '--mantine-color-placeholder': '#6b7280',
    '--mantine-color-error': '#c02626',
    '--mantine-color-body': '#ffffff',
    '--loupe-ground': '#f5f6fa',
    '--loupe-line': '#e3e6ee',
    '--loupe-warning': '#9a4f00',
    '--mantine-color-orange-light-color': '#8a4600',
    '--mantine-color-teal-light-color': '#0a5f4c',
    '--mantine-color-red-light-color': '#a61e1e',
    '--mantine-color-green-light-color': '#1d6b2d',
  },
  dark: {
    '--mantine-color-dimmed': '#a9afbd',
    '--mantine-color-placeholder': '#969dac',
    '--mantine-color-error': '#ff8a8a',
    '--mantine-color-body': '#1b1d24',
    '--loupe-ground': '#14161b',
    '--loupe-line': '#2e323d',
    '--loupe-warning': '#ffb566',
    '--mantine-color-anchor': '#a5b2fc',
    '--mantine-color-orange-light-color': '#ffc078',
    '--mantine-color-teal-light-color': '#8ce9d0',
    '--mantine-color-red-light-color': '#ffb3b3',
    '--mantine-color-green-light-color': '#a9e6b5',
  },
});
