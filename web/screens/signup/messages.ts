import { slot } from '#contract/rich-text.ts'
import { MINIMUM_AGE } from '#contract/site/policy.ts'

import type { Strength } from './password-strength.ts'

/** The texts of the sign-up page, besides the server's answers. */
export const signupTexts = {
  title: 'Make yourself at home',
  subtitle: 'One account to support creators, or to be one.',
  google: 'Sign up with Google',
  or: 'OR',
  name: 'Name',
  username: 'Username',
  email: 'Email',
  password: 'Password',
  strength: {
    short: 'Use at least 8 characters',
    weak: 'Weak. Add a few words.',
    good: 'Good',
    strong: 'Strong',
  } satisfies Record<Strength, string>,
  confirmPassword: 'Confirm Password',
  age: `I am ${MINIMUM_AGE} or older`,
  ageRequired: `Please confirm that you are ${MINIMUM_AGE} or older.`,
  send: 'Sign Up',
  registered: {
    title: 'Check your inbox',
    enter: (email: string) =>
      `Enter the code we emailed to ${slot('email', email)}, or follow the link in the email.`,
    wrongAddress: `Wrong address? ${slot('button', 'Change it')}`,
    code: 'Six-digit code',
    send: 'Continue',
    goToLogin: 'Go to Login',
    sendAgain: 'Send a new code',
    sendAgainIn: (seconds: number) => `Send a new code in ${seconds} s`,
  },
} as const
