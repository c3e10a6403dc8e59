import type { SubscriptionStatus } from '#contract/subscriptions/engine/status.ts'
import { readAloud, slot } from '#contract/rich-text.ts'

/** The label of each status that makes a user a member. */
const statusWords: Partial<Record<SubscriptionStatus, string>> = {
  active: 'Active',
  past_due: 'Payment due',
  paused: 'Paused',
  canceled: 'Canceled',
}

/** The texts of the screen after a checkout. */
export const paymentSuccessTexts = {
  loading: 'Loading',
  notLoaded: 'Your subscription could not be loaded.',
  paymentIsSafe: 'Your payment is safe.',
  waiting: {
    title: 'Almost there',
    startsByItself: (pageName: string) =>
      `This usually takes a few seconds. You can leave this page: your membership with ${pageName} starts automatically.`,
  },
  unfinished: {
    title: 'The payment did not go through',
    noMember: (pageName: string) =>
      `You are not a member of ${pageName}, and nothing more will be charged. You can choose a plan again.`,
    backTo: (pageName: string) => `Back to ${pageName}`,
    backToPost: 'Back to the post',
  },
  welcome: {
    title: 'Welcome to the Club!',
    nowMemberOf: (pageName: string) => `You are now a member of ${slot('name', pageName)}`,
    status: 'Status',
    statusWords,
    plan: 'Plan',
    amount: 'Amount',
    paidUntil: 'Paid until',
    receipt: 'Receipt',
    sentToEmail: 'Sent to email',
    noteFrom: (pageName: string) => `A note from ${pageName}`,
    justOpened: 'Now open to you',
    backToPost: 'Back to the post',
    explore: `Explore Content${readAloud(' (opens in a new tab)')}`,
  },
}
