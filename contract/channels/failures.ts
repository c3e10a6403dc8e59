import { defineFailures } from '../http/route.ts'
import { channelMessages as messages } from './messages.ts'
import { WHY_NOT } from './rules.ts'

export const channelFailures = defineFailures({
  channel_not_found: { status: 404, message: messages.notFound },
  message_not_found: { status: 404, message: messages.messageNotFound },
  message_empty: { status: 422, message: messages.empty, field: 'body' },
  too_many_mentions: { status: 422, message: messages.tooManyMentions, field: 'body' },
  /** `why`: one of `WHY_NOT`. */
  may_not_write: {
    status: 403,
    message: messages.mayNotWrite,
    messageOf: ({ why }) => {
      const known = WHY_NOT.find((reason) => reason === why)
      return known === undefined ? messages.mayNotWrite : messages.whyNot[known]
    },
  },
  slow_mode: { status: 429, message: messages.slowMode },
  newcomer_pace: { status: 429, message: messages.newcomerPace },
  word_refused: { status: 422, message: messages.wordRefused, field: 'body' },
  links_refused: { status: 422, message: messages.linksRefused, field: 'body' },
  newcomer_links: { status: 422, message: messages.newcomerLinks, field: 'body' },
  edit_over: { status: 409, message: messages.editOver },
  reactions_full: { status: 409, message: messages.reactionsFull },
  message_pins_full: { status: 409, message: messages.pinsFull },
  message_state_wrong: { status: 409, message: messages.stateWrong },
  message_of_operator: { status: 403, message: messages.ofOperator },
})
