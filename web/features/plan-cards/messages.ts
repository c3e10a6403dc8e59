import { YEARLY_DISCOUNT_PERCENT } from '#contract/plans/pricing.ts'
import { readAloud } from '#contract/rich-text.ts'

/** The texts of the plans a creator offers. */
export const planCardsTexts = {
  interval: {
    label: 'How often you pay',
    monthly: 'Monthly',
    yearly: 'Yearly',
    saving: `Save ${YEARLY_DISCOUNT_PERCENT}%`,
  },
  /** Where there is nothing to choose. */
  membership: 'Membership',
  add: 'Add Plan',
  none: 'No plans yet',
  offersNone: (pageName: string) =>
    `${pageName} doesn't offer any plans yet. Free posts are open to everyone.`,
  showLess: (planName: string) => `Show less${readAloud(` about ${planName}`)}`,
  showMore: (planName: string) => `Show more${readAloud(` about ${planName}`)}`,
  edit: (planName: string) => `Edit${readAloud(` ${planName}`)}`,
  delete: (planName: string) => `Delete${readAloud(` ${planName}`)}`,
  recommended: 'Recommended',
  subscribed: 'Subscribed',
  paymentFailed: 'Payment failed',
  changeTo: (planName: string) => `Change to ${planName}`,
  loginToJoin: (planName: string, price: string) => `Login to Join${readAloud(` ${planName}, ${price}`)}`,
  join: (planName: string, price: string) => `Join${readAloud(` ${planName}, ${price}`)}`,
}
