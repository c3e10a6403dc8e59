/** In place of a screen that depends on who is logged in. */
export const awaitingTexts = {
  failed: 'Your account could not be loaded',
} as const
