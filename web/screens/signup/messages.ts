import { slot } from '#contract/rich-text.ts'
import { MINIMUM_AGE } from '#contract/site/policy.ts'

/** The texts of the sign-up page, besides the server's answers. */
export const signupTexts = {
  title: 'Make yourself at home',
  subtitle: 'One account to support creators, or to be one.',
  google: 'Sign up with Google',
  or: 'OR',
  haveAccount: 'Already have an account?',
  logIn: 'Log in',
  name: { label: 'Name', help: 'What creators and supporters call you. You can change it any time.' },
  username: { label: 'Username', help: 'Yours alone, so that nobody is mistaken for you.' },
  email: { label: 'Email', help: 'For your receipts and the link that activates your account.' },
  password: 'Password',
  confirmPassword: 'Confirm Password',
  age: `I am ${MINIMUM_AGE} or older`,
  ageRequired: `Please confirm that you are ${MINIMUM_AGE} or older.`,
  send: 'Sign Up',
  registered: {
    title: 'Check your inbox',
    follow: (email: string) =>
      `Follow the link we emailed to ${slot('email', email)} to activate your account. It works for 24 hours.`,
    otherAddress: 'Not your address?',
    goToLogin: 'Go to Login',
    sendAgain: 'Send it again',
    sendAgainIn: (seconds: number) => `Send it again in ${seconds} s`,
  },
} as const
