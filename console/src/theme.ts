/** The design of the console: one accent, one font that is the same on every machine, colors that stay readable in light and dark. */
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

/** A cool gray from text (0) over borders (4) and fields (6) to the ground of cards (7), as Mantine counts them. */
const dark: MantineColorsTuple = [
  '#e6e9f2',
  '#c5cad8',
  '#aab0c0',
  '#949bad',
  '#434a5c',
  '#2f3442',
  '#262a36',
  '#1c1f28',
  '#161820',
  '#111319',
];

// Letters that Inter lacks are shown in the machine's own fonts.
const FONT =
  '"Inter Variable", ui-sans-serif, system-ui, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif';

export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 6, dark: 6 },
  colors: { ink, dark },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: FONT,
  headings: { fontFamily: FONT, fontWeight: '650' },
  components: {
    // States are words, not shouts.
    Badge: { defaultProps: { tt: 'none' } },
    // A menu holds its entries and nothing else, inside a part of the page that has a name.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, portalProps: { target: '#menus' } } },
    // The head of a dialog is no head of the page.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
  },
});

/** Quiet text and mistakes keep a contrast of 4.5 to 1 at least. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    // Zones are seen on pages of any color, and are neither a link nor a danger.
    '--loupe-zone': '#1c2333',
    '--loupe-zone-chosen': '#ffb300',
  },
  light: {
    '--mantine-color-dimmed': '#5b6270',
    '--mantine-color-placeholder': '#6b7280',
    '--mantine-color-error': '#c02626',
    '--mantine-color-body': '#ffffff',
    '--loupe-ground': '#f5f6fa',
    '--loupe-line': '#e3e6ee',
    '--loupe-chosen': '#e4e7ef',
    '--loupe-warning': '#9a4f00',
    '--mantine-color-orange-light-color': '#8a4600',
    '--mantine-color-teal-light-color': '#0a5f4c',
    '--mantine-color-red-light-color': '#a61e1e',
    '--mantine-color-green-light-color': '#1d6b2d',
  },
  dark: {
    '--mantine-color-text': dark[0],
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-placeholder': dark[3],
    '--mantine-color-error': '#ff8a8a',
    '--mantine-color-body': dark[7],
    '--loupe-ground': '#13151b',
    '--loupe-line': '#303544',
    '--loupe-chosen': '#313747',
    '--loupe-warning': '#ffb566',
    '--mantine-color-anchor': '#a5b2fc',
    // Quiet buttons and chosen entries stand out from the ground.
    '--mantine-color-ink-light': '#2b3263',
    '--mantine-color-ink-light-hover': '#353e78',
    '--mantine-color-ink-light-color': '#cdd5ff',
    '--mantine-color-ink-outline': '#a5b2fc',
    '--mantine-color-default-border': dark[4],
    '--mantine-color-orange-light-color': '#ffc078',
    '--mantine-color-teal-light-color': '#8ce9d0',
    '--mantine-color-red-light-color': '#ffb3b3',
    '--mantine-color-green-light-color': '#a9e6b5',
  },
});
