import { defineFailures } from '../http/route.ts'
import { subscriptionMessages as messages } from './messages.ts'

export const subscriptionFailures = defineFailures({
  subscription_not_found: { status: 404, message: 'There is no such subscription.' },
  already_subscribed: { status: 409, message: messages.alreadySubscribed },
  still_paid: {
    status: 409,
    message:
      'Your last membership with this page has ended, and you keep access until the end of what you paid for. You can join again after that.',
  },
  blocked: { status: 409, message: messages.blocked },
  payment_disputed: { status: 409, message: messages.paymentDisputed },
  not_running: { status: 409, message: 'This subscription has already ended.' },
  card_needed: {
    status: 409,
    message:
      'Payments have already been stopped, so your card has to be registered again. Please do that from here.',
  },
  same_terms: { status: 409, message: 'You already have this plan.' },
  other_currency: {
    status: 409,
    message:
      'This plan is priced in another currency. Cancel your membership, and join this plan once your current one has ended.',
  },
  renewal_near: {
    status: 409,
    message: 'Your membership is being renewed. Please change it once the new period has begun.',
  },
  credit_too_long: {
    status: 409,
    message: 'What you have paid would last more than ten years. Please change at the end of the period.',
  },
  quote_changed: {
    status: 409,
    message: 'This preview is out of date. Please check the new one; nothing was changed.',
  },
  budget_reached: {
    status: 409,
    message: 'This would go over the monthly budget that you set. You can raise it in My Subscriptions.',
  },
  own_page: { status: 409, message: 'This is your own page.' },
  signature_wrong: { status: 400, message: 'The payment could not be verified.' },
  wish_replaced: {
    status: 409,
    message: 'You chose or paid something else in another window. Please load the page again.',
  },
  provider_unavailable: {
    status: 502,
    message: "The payment service isn't responding right now. Nothing was charged; please try again.",
  },
})

export const memberFailures = defineFailures({
  member_not_found: { status: 404, message: 'There is no such member of your page.' },
})
