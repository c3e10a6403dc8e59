/**
 * The texts around the screens: the visitors' header, and the messages in place of a page that crashed or failed to
 * load.
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
    opensByItself: 'This page opens automatically as soon as you are back online.',
  },
} as const
