import { slot } from '#contract/rich-text.ts'

/** The texts of the second step of signing in. */
export const secondStepTexts = {
  title: 'One more step',
  subtitle: 'Your account has a second step, so that a password alone opens nothing.',
  lost: `Lost your phone, your passkeys and your recovery codes? ${slot('contact', 'Write to us')} from the address of your account. Two of us look into it, and after seven days you can log in with your password alone.`,
  startAgain: 'Start again',
} as const
