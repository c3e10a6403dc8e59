import * as z from 'zod/mini'

import { PLANS_PER_STEP_MAX } from '../audiences/reach.ts'
import { id } from '../fields.ts'
import { mediumState } from '../media/playback.ts'
import { CURRENCIES } from '../money.ts'
import { FILES_PER_POST } from './limits.ts'
import { postMessages } from './messages.ts'

/** A file of a post, as someone sees it who may read the post. */
export const postFile = z.object({
  _id: id(),
  name: z.string(),
  sizeBytes: z.number(),
  /** The viewer may download it. */
  isOpen: z.boolean(),
  /** `ready` for everyone but its creator, who also sees those that are still checked for viruses, or were refused. */
  state: mediumState,
  /** The cheapest plan that opens it, price per month in its currency; null: it is open, or no plan does. */
  plan: z.nullable(
    z.object({
      _id: id(),
      name: z.string(),
      price: z.number(),
      currency: z.enum(CURRENCIES),
      isOffered: z.boolean(),
    }),
  ),
  /** How often people who were signed in downloaded it, each counted once an hour; only for its creator. */
  downloads: z.nullable(z.number()),
})

/** A file of what is being written. */
export const draftFile = z.object({
  _id: id(),
  name: z.string(),
  sizeBytes: z.number(),
  state: mediumState,
  /** Only for holders of these plans and of plans that include one of them; empty: whoever reads the post. */
  planIds: z.array(id()),
})

/** The files of a post that is written. */
export const filesOfPost = z
  .array(
    z.object({
      mediaId: id(),
      /** Only for holders of these plans and of plans that include one of them; absent or empty: whoever reads the post. */
      planIds: z.optional(z.array(id()).check(z.maxLength(PLANS_PER_STEP_MAX))),
    }),
  )
  .check(z.maxLength(FILES_PER_POST, postMessages.tooManyFiles))
