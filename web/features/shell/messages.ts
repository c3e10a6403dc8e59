/**
 * What stands around the screens: the visitors' header, and what is said in place of a page that crashed or could not
 * be fetched.
 */
export const shellTexts = {
  account: 'Account',
  logIn: 'Log in',
  signUp: 'Sign up',
  crashedHelp: 'This page stopped working. Nothing you saved is lost; loading it again usually helps.',
  crashedRetry: 'Try again',
  offline: {
    notice: 'You are offline. What you have typed is kept.',
    title: 'You are offline',
    opensByItself: 'This page opens by itself as soon as you are back online.',
  },
} as const
