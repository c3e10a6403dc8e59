import type { Theme } from './theme.ts'

/** The texts about light and dark. */
export const themeTexts = {
  label: 'Theme',
  names: { system: 'System', light: 'Light', dark: 'Dark' } satisfies Record<Theme, string>,
  help: 'Kept in this browser, also after you log out.',
  notKept: 'This browser doesn’t let us keep your choice.',
} as const
