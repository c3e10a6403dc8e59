import type { Message } from '#contract/channels/message.ts'
import { channelMessages } from '#contract/channels/messages.ts'
import { shownParts } from '#web/features/channel/message/body-parts.ts'

/** What a message says, with people by their names; empty: it only shows something. */
export function wordsOf({ body, mentions }: Message): string {
  return shownParts(body, mentions, channelMessages.formerMember)
    .map(({ text }) => text)
    .join('')
}
