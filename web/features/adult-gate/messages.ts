import { CREATOR_MINIMUM_AGE } from '#contract/site/policy.ts'

/** Shown in place of a page with adult content. */
export const adultGateTexts = {
  ageMark: `${CREATOR_MINIMUM_AGE}+`,
  isForAdults: (pageName: string) => `${pageName} is for adults`,
  reason: `This page is marked as adult content. You must be ${CREATOR_MINIMUM_AGE} or older to see it.`,
  confirm: `I am ${CREATOR_MINIMUM_AGE} or older`,
  leave: 'Leave this page',
} as const
