import {
  type CSSVariablesResolver,
  createTheme,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
} from '@mantine/core'

// The start-up script in the page's head reads the same key.
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'theme' })

const fontFamily =
  "'Inter Variable', 'Noto Sans Arabic Variable', 'Noto Sans Hebrew Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"

const accent: MantineColorsTuple = [
  '#ebeefe',
  '#d6dcfd',
  '#b6c0ff',
  '#a5b1ff',
  '#8c9bff',
  '#4a5ce0',
  '#3b4fd8',
  '#2f40b8',
  '#2b3baa',
  '#1e2550',
]
const gray: MantineColorsTuple = [
  '#f6f7fa',
  '#f1f3f7',
  '#e7eaf1',
  '#e1e5ec',
  '#c3c9d4',
  '#9aa4b2',
  '#7f8796',
  '#566070',
  '#333b48',
  '#14181f',
]
const dark: MantineColorsTuple = [
  '#e8ebf0',
  '#cbd3de',
  '#9aa4b2',
  '#707b8c',
  '#2a303b',
  '#1f242e',
  '#161a21',
  '#0d1015',
  '#0b0d11',
  '#07090c',
]

const button = {
  '--button-height': 'var(--ov-control)',
  '--button-padding-x': '0.875rem',
  '--button-fz': '0.875rem',
}
const smallButton = {
  '--button-height': 'var(--ov-control-small)',
  '--button-padding-x': '0.625rem',
  '--button-fz': '0.8125rem',
}

/** Not filled: only a confirmation has the filled one. */
const dangerButton = {
  '--button-color': 'var(--ov-danger)',
  '--button-bd': '1px solid var(--ov-danger-line)',
  '--button-hover': 'var(--ov-danger-bg)',
}

const quietButton = {
  '--button-color': 'var(--ov-accent)',
  '--button-hover': 'var(--ov-accent-subtle)',
}

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 5 },
  colors: { accent, gray, dark },
  white: '#ffffff',
  black: '#14181f',
  fontFamily,
  headings: {
    fontFamily,
    fontWeight: '640',
    sizes: {
      h1: { fontSize: '1.625rem', lineHeight: '2rem' },
      h2: { fontSize: '1.125rem', lineHeight: '1.625rem' },
      h3: { fontSize: '1rem', lineHeight: '1.5rem' },
      h4: { fontSize: '0.875rem', lineHeight: '1.25rem' },
    },
  },
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.125rem', xl: '1.375rem' },
  lineHeights: { xs: '1.3334', sm: '1.4286', md: '1.5', lg: '1.4445', xl: '1.2728' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.25rem', xl: '1.5rem' },
  radius: { xs: '0.375rem', sm: '0.5rem', md: '0.625rem', lg: '0.875rem', xl: '62.5rem' },
  defaultRadius: 'sm',
  breakpoints: { xs: '30em', sm: '48em', md: '64em', lg: '80em', xl: '96em' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Text: { defaultProps: { size: 'sm' } },
    // Three ranks: filled for the one main button of a view, default for actions, subtle for what leads on.
    Button: {
      vars: (_: unknown, { size, variant, color }: { size?: string; variant?: string; color?: string }) => ({
        root: {
          ...(size === 'xs' ? smallButton : button),
          ...(variant === 'outline' && color === 'red' && dangerButton),
          ...(variant === 'subtle' && color === undefined && quietButton),
        },
      }),
      styles: { label: { fontWeight: 580 } },
    },
    Popover: { defaultProps: { radius: 'lg', shadow: 'md' } },
    Menu: { defaultProps: { radius: 'lg', shadow: 'md', position: 'bottom-end', offset: 10 } },
    Modal: { defaultProps: { radius: 'lg', shadow: 'md', centered: true } },
    Tooltip: { defaultProps: { openDelay: 300, events: { hover: true, focus: true, touch: true } } },
  },
})

/** Gives Mantine's own variables the values of the product's tokens, which tokens.css sets for each scheme. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-shadow-md': 'var(--ov-shadow-overlay)',
    '--mantine-shadow-sm': 'none',
    '--mantine-shadow-xs': 'none',
  },
  light: schemeVariables,
  dark: schemeVariables,
})

const schemeVariables = {
  '--mantine-color-body': 'var(--ov-surface)',
  '--mantine-color-text': 'var(--ov-text)',
  '--mantine-color-bright': 'var(--ov-text)',
  '--mantine-color-dimmed': 'var(--ov-text-muted)',
  '--mantine-color-placeholder': 'var(--ov-text-muted)',
  '--mantine-color-anchor': 'var(--ov-accent)',
  '--mantine-color-error': 'var(--ov-danger)',
  '--mantine-color-success': 'var(--ov-success)',
  '--mantine-color-default': 'var(--ov-surface)',
  '--mantine-color-default-hover': 'var(--ov-surface-2)',
  '--mantine-color-default-color': 'var(--ov-text)',
  '--mantine-color-default-border': 'var(--ov-border)',
  '--mantine-color-disabled': 'var(--ov-surface-2)',
  '--mantine-color-disabled-color': 'var(--ov-text-muted)',
  '--mantine-color-disabled-border': 'var(--ov-border)',
  '--mantine-primary-color-contrast': '#ffffff',
  '--mantine-color-accent-text': 'var(--ov-accent)',
  '--mantine-color-accent-filled': 'var(--ov-accent-button)',
  '--mantine-color-accent-filled-hover': 'var(--ov-accent-button-hover)',
  '--mantine-color-accent-light': 'var(--ov-accent-subtle)',
  '--mantine-color-accent-light-hover': 'color-mix(in srgb, var(--ov-accent-subtle) 85%, var(--ov-accent))',
  '--mantine-color-accent-light-color': 'var(--ov-accent-ink)',
  '--mantine-color-accent-outline': 'var(--ov-accent)',
  '--mantine-color-accent-outline-hover': 'var(--ov-accent-subtle)',
  '--mantine-color-red-filled': 'var(--ov-danger-button)',
  '--mantine-color-red-filled-hover': 'color-mix(in srgb, var(--ov-danger-button) 88%, black)',
  '--mantine-color-red-light': 'var(--ov-danger-bg)',
  '--mantine-color-red-light-color': 'var(--ov-danger)',
  '--mantine-color-gray-light': 'var(--ov-surface-2)',
  '--mantine-color-gray-light-hover': 'var(--ov-surface-2)',
  '--mantine-color-gray-light-color': 'var(--ov-text-muted)',
  '--mantine-color-gray-text': 'var(--ov-text-muted)',
} as const
