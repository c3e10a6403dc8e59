import { slot } from '#contract/rich-text.ts'

/** The texts of the login page, besides the server's answers. */
export const loginTexts = {
  title: 'Welcome back',
  subtitle: 'Log in to see the creators you support.',
  google: 'Sign in with Google',
  passkey: 'Log in with a passkey',
  or: 'OR',
  email: 'Email',
  password: 'Password',
  forgotPassword: 'Forgot your password?',
  activationSent: `Follow the link in the email, then ${slot('button', 'log in')}.`,
  activate: 'Activate',
  send: 'Login',
} as const
