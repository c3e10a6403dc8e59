import { defineFailures } from '../http/route.ts'
import { moderationMessages as messages } from './messages.ts'

export const moderationFailures = defineFailures({
  moderators_full: { status: 409, message: messages.moderatorsFull },
  owner_is_no_moderator: { status: 409, message: messages.ownerIsNoModerator },
  moderated_person_not_found: { status: 404, message: messages.personNotFound },
  may_not_mute: { status: 403, message: messages.mayNotMute },
})
