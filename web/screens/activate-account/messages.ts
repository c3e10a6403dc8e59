/** The texts of the page behind the activation mail, besides the server's answers. */
export const activateAccountTexts = {
  goToLogin: 'Go to Login',
  goOn: 'Continue',
  confirmed: {
    loggedIn: 'Your email address is confirmed, and you are logged in.',
    toGoOn: 'Your email address is confirmed. Log in to continue.',
    toBegin: 'Your email address is confirmed. Log in and find the people you want to support.',
  },
  tryAgain: 'Try again',
  signUp: 'Sign Up',
  logInForNewLink: 'Log in for a new link',
} as const
