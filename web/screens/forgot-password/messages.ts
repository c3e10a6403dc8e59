/** The texts of the page for a forgotten password, besides the server's answers. */
export const forgotPasswordTexts = {
  title: 'Forgot your password?',
  subtitle: "We'll email you a link to choose a new one.",
  email: 'Email',
  send: 'Send the link',
  remembered: 'Remembered it?',
  logIn: 'Log in',
  sentTitle: 'Check your inbox',
  goToLogin: 'Go to Login',
} as const
