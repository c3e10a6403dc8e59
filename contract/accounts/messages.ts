/** What the product says around accounts; the spec's sentences verbatim. */
export const accountMessages = {
  emailRequired: 'Email is required',
  passwordRequired: 'Password is required',
  /** The spec's wording for a missing name, kept as it is. */
  nameRequired: 'Last name is required',
  usernameRequired: 'Username is required',
  confirmPasswordRequired: 'Please confirm your password',
  passwordsDoNotMatch: 'Passwords do not match',
  allFieldsRequired: 'All fields are required',

  emailInvalid: 'Please enter a valid email address',
  passwordTooShort: 'Use at least 8 characters',
  passwordTooLong: 'Use at most 128 characters',
  passwordTooCommon: 'This password is among the most used ones. Please choose another.',
  usernameFormat: 'Username can only contain letters, numbers, dots, dashes, and underscores',

  loginSuccessful: 'Login successful!',
  logoutSuccessful: 'You are logged out.',
  activationEmailSent: 'Activation email sent!',
  activationNeeded:
    'Your account is not activated yet. Follow the link we mailed you, or have it sent again.',
  registered: 'Almost there. We sent a link to your email address; follow it to activate your account.',
  activated: 'Account Activated!',
  activating: 'Activating your account...',
  activationFailed: 'Activation Failed',
  activationTokenInvalid: 'The token is invalid or has expired. Please request a new activation link.',
  resetMailSent: 'If an account exists for this address, we sent it a link to choose a new password.',
  resetTokenInvalid: 'This link is invalid or has expired. Please request a new one.',
  passwordChanged: 'Your password is changed. Please log in with it.',
  profileUpdated: 'Profile updated successfully!',
  somethingWentWrong: 'Something went wrong',
} as const
