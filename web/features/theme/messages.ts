import type { Theme } from './theme.ts'

/** The texts about light and dark. */
export const themeTexts = {
  label: 'Theme',
  names: { system: 'Like my device', light: 'Light', dark: 'Dark' } satisfies Record<Theme, string>,
  help: 'Kept in this browser, also after you log out. What you print is always black on white.',
  notKept: 'This browser doesn’t let us keep your choice.',
} as const
