/** What the design system says where whoever uses it says nothing else. */
export const uiTexts = {
  productName: 'Cheers',
  loading: 'Loading',
  cancel: 'Cancel',
  close: 'Close',
  tryAgain: 'Try again',
  reference: 'Reference',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  skipToContent: 'Skip to content',
} as const
