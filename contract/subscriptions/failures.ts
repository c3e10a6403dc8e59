import { defineFailures } from '../http/route.ts'
import { subscriptionMessages as messages } from './messages.ts'

export const subscriptionFailures = defineFailures({
  subscription_not_found: { status: 404, message: 'There is no such subscription.' },
  already_subscribed: { status: 409, message: messages.alreadySubscribed },
  blocked: { status: 409, message: messages.blocked },
  not_running: { status: 409, message: 'This subscription has ended already.' },
  own_page: { status: 409, message: 'This is your own page.' },
  signature_wrong: { status: 400, message: 'The payment could not be verified.' },
  provider_unavailable: {
    status: 502,
    message: 'The payment service does not answer right now. Nothing was charged; please try again.',
  },
})
