/** The texts of the page behind the activation mail, besides the server's answers. */
export const activateAccountTexts = {
  goToLogin: 'Go to Login',
  activatedBody: 'Your email address is confirmed. Log in and find the people you want to support.',
  tryAgain: 'Try again',
  signUp: 'Sign Up',
  logInForNewLink: 'Log in for a new link',
} as const
