/** The design system's default texts. */
export const uiTexts = {
  productName: 'Cheers',
  loading: 'Loading',
  cancel: 'Cancel',
  close: 'Close',
  tryAgain: 'Try again',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  skipToContent: 'Skip to content',
  menuNotLoaded: 'The menu couldn’t be loaded. Check your connection and try again.',
} as const
