/** What the page for a new password says, besides the answers of the server. */
export const resetPasswordTexts = {
  title: 'Choose a new password',
  subtitle: 'You will be logged out everywhere else.',
  newPassword: 'New password',
  confirmPassword: 'Confirm Password',
  save: 'Save the password',
  linkUsedUp: 'This link is used up.',
  newLink: 'Get a new one',
  savedTitle: 'All set',
  goToLogin: 'Go to Login',
} as const
