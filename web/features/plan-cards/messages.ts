import { YEARLY_DISCOUNT_PERCENT } from '#contract/plans/pricing.ts'

/** The texts of the plans a creator offers. */
export const planCardsTexts = {
  interval: {
    label: 'How often you pay',
    monthly: 'Monthly',
    yearly: 'Yearly',
    saving: `Save ${YEARLY_DISCOUNT_PERCENT}%`,
  },
  add: 'Add Plan',
  none: 'No plans yet',
  offersNone: (pageName: string) =>
    `${pageName} doesn't offer any plans yet. Free posts are open to everyone.`,
  showLess: 'Show less',
  showMore: 'Show more',
  about: (planName: string) => `about ${planName}`,
  edit: 'Edit',
  delete: 'Delete',
  subscribed: 'Subscribed',
  nameAndPrice: (planName: string, price: string) => `${planName}, ${price}`,
  loginToJoin: 'Login to Join',
  join: 'Join',
}
