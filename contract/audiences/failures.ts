import { defineFailures } from '../http/route.ts'
import { audienceMessages } from './messages.ts'

export const audienceFailures = defineFailures({
  own_page: { status: 409, message: audienceMessages.ownPage },
  page_unfollowable: { status: 403, message: audienceMessages.unfollowable },
  follow_link_invalid: { status: 400, message: audienceMessages.followLinkInvalid },
  follow_link_used: { status: 409, message: audienceMessages.followLinkUsed },
  not_following: { status: 409, message: audienceMessages.notFollowing },
})
