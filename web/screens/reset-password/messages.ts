/** The texts of the page for a new password, besides the server's answers. */
export const resetPasswordTexts = {
  title: 'Choose a new password',
  subtitle: 'You will be logged out everywhere else.',
  newPassword: 'New password',
  confirmPassword: 'Confirm Password',
  save: 'Save the password',
  linkUsedUp: 'This link has already been used.',
  newLink: 'Get a new one',
  savedTitle: 'All set',
  goToLogin: 'Go to Login',
} as const
