/** What stands around the screens: the visitors' header and the page in place of one that crashed. */
export const shellTexts = {
  account: 'Account',
  logIn: 'Log in',
  signUp: 'Sign up',
  crashedHelp: 'This page stopped working. Nothing you saved is lost; loading it again usually helps.',
  crashedRetry: 'Try again',
} as const
