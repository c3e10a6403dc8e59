import { MINIMUM_AGE } from '#contract/site/policy.ts'

/** What the sign-up page says, besides the answers of the server. */
export const signupTexts = {
  title: 'Make yourself at home',
  subtitle: 'One account to support creators, or to be one.',
  google: 'Sign up with Google',
  or: 'OR',
  haveAccount: 'Already have an account?',
  logIn: 'Log in',
  name: 'Name',
  username: 'Username',
  email: 'Email',
  password: 'Password',
  confirmPassword: 'Confirm Password',
  age: `I am ${MINIMUM_AGE} or older`,
  ageRequired: `Please confirm that you are ${MINIMUM_AGE} or older.`,
  send: 'Sign Up',
  registeredTitle: 'Check your inbox',
  goToLogin: 'Go to Login',
} as const
