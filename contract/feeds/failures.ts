import { defineFailures } from '../http/route.ts'
import { feedMessages } from './messages.ts'

export const feedFailures = defineFailures({
  feeds_full: { status: 409, message: feedMessages.full },
  feed_not_found: { status: 404, message: feedMessages.notFound },
  feed_not_yours: { status: 403, message: feedMessages.notYours },
})
