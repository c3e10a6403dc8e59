/** What the page for a forgotten password says, besides the answers of the server. */
export const forgotPasswordTexts = {
  title: 'Forgot your password?',
  subtitle: 'We mail you a link to choose a new one.',
  email: 'Email',
  send: 'Send the link',
  remembered: 'Remembered it?',
  logIn: 'Log in',
  sentTitle: 'Check your inbox',
  goToLogin: 'Go to Login',
} as const
