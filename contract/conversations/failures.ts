import { defineFailures } from '../http/route.ts'
import { conversationMessages as messages } from './messages.ts'

export const conversationFailures = defineFailures({
  conversation_not_found: { status: 404, message: messages.notFound },
  /** The same for everyone who can't be written to, whatever the reason. */
  not_reachable: { status: 403, message: messages.notReachable },
  group_too_small: { status: 422, message: messages.groupTooSmall, field: 'userIds' },
  group_full: { status: 409, message: messages.groupFull },
  not_a_group: { status: 409, message: messages.notAGroup },
  not_group_owner: { status: 403, message: messages.notOwner },
  request_too_long: { status: 422, message: messages.requestTooLong, field: 'body' },
  request_links: { status: 422, message: messages.requestLinks, field: 'body' },
  request_media: { status: 422, message: messages.requestMedia },
  requests_per_day: { status: 429, message: messages.requestsPerDay },
  one_a_day: { status: 429, message: messages.oneADay },
})
