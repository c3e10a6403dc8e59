import { MINIMUM_AGE } from '#contract/site/policy.ts'

/** The texts of the page behind the mailed link that finishes following. */
export const confirmFollowTexts = {
  loading: 'Loading the link…',
  title: (pageName: string) => `Follow ${pageName}`,
  subtitle: (email: string) => `One step is left for ${email}.`,
  name: { label: 'Name', help: 'What creators and supporters call you. You can change it any time.' },
  password: 'Password',
  age: `I am ${MINIMUM_AGE} or older`,
  ageRequired: `Please confirm that you are ${MINIMUM_AGE} or older.`,
  finish: 'Finish',
  doneTitle: 'You have an account already',
  done: (pageName: string) => `Log in to follow ${pageName} and read its posts.`,
  logIn: 'Log in',
  failedTitle: 'This link does not work',
  unreachableTitle: 'The link could not be checked',
  explore: 'Explore creators',
  tryAgain: 'Try again',
} as const
