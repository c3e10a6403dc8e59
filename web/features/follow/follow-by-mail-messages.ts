import { slot } from '#contract/rich-text.ts'

/** The texts of following a page by mail. */
export const followByMailTexts = {
  title: (pageName: string) => `Follow ${pageName} for free`,
  description: 'Read posts for followers, and get an email when there is a new one. Stop any time.',
  email: 'Email',
  send: 'Follow for free',
  haveAccount: 'Already have an account?',
  logIn: 'Log in',
  sentTitle: 'Check your inbox',
  sent: (email: string) => `We emailed a link to ${slot('email', email)}. Open it within 24 hours to finish.`,
  done: 'Done',
  otherAddress: 'Use another address',
} as const
