import * as z from 'zod/mini'

import { audienceSteps } from '../audiences/steps.ts'
import { isEmoji } from '../channels/emoji.ts'
import { id, moment, titleText } from '../fields.ts'
import { commentersForm } from '../moderation/commenters.ts'
import { moderationMessages } from '../moderation/messages.ts'
import { CURRENCIES } from '../money.ts'
import { roomMessages as messages } from './messages.ts'
import { ROOM_DOORS, ROOM_KEYS, ROOM_NAME_MAX_LENGTH, ROOM_TOPIC_MAX_LENGTH } from './rules.ts'

/** What a creator says about a room; the dialog checks it by the same rules as the server. */
export const roomForm = {
  name: titleText(messages.nameRequired, ROOM_NAME_MAX_LENGTH, messages.nameTooLong),
  /** Empty: none. Kept for other programs: our screens show the first letter of the name. */
  emoji: z.string().check(
    z.trim(),
    z.refine((emoji) => emoji === '' || isEmoji(emoji), messages.emojiWrong),
  ),
  /** What it is about, in a line; may be empty. */
  topic: z.string().check(z.trim(), z.maxLength(ROOM_TOPIC_MAX_LENGTH, messages.topicTooLong)),
  /** Who may read. */
  audience: audienceSteps,
  /** Who of them may write; the creator and moderators always may. */
  writeFrom: commentersForm.commentsFrom,
  planIds: commentersForm.planIds,
}

/** Plans are named for `plans`, and only then. */
export const plansNamed = z.refine<{ writeFrom: string; planIds: readonly string[] }>(
  ({ writeFrom, planIds }) => (writeFrom === 'plans') === planIds.length > 0,
  { error: moderationMessages.plansMissing, path: ['planIds'] },
)

/** A room in the list of a page's rooms. */
export const room = z.object({
  /** Also the id of its channel. */
  _id: id(),
  name: z.string(),
  emoji: z.string(),
  /** Empty for those who may not enter. */
  topic: z.string(),
  door: z.enum(ROOM_DOORS),
  /** Of a locked room: what opens it; null: nothing does at the moment. */
  key: z.nullable(z.enum(ROOM_KEYS)),
  /** The cheapest plan that opens it; of `plan`. */
  plan: z.nullable(
    z.object({ _id: id(), name: z.string(), price: z.number(), currency: z.enum(CURRENCIES) }),
  ),
  lastSeq: z.number(),
  /** Up to where the caller has read. */
  readSeq: z.number(),
  /** The latest message that names the caller; 0: none does. */
  mentionSeq: z.number(),
  /** It can be read until then; null: it isn't archived. */
  readableUntil: z.nullable(moment),
  /** How it is set up; only for its owner. */
  settings: z.nullable(
    z.object({ audience: audienceSteps, writeFrom: roomForm.writeFrom, planIds: z.array(id()) }),
  ),
})

export type Room = z.infer<typeof room>
