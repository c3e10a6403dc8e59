import * as z from 'zod/mini'

import { moment } from '../fields.ts'

/** The rooms of a creator's page, for themselves, and what people accept before they write in them. */
export const ownCommunity = z.object({
  rules: z.string(),
  rooms: z.array(z.object({ name: z.string(), topic: z.string() })),
})

/** What is kept about a person in rooms, for themselves. */
export const ownInRooms = {
  /** Handles of pages whose community's rules they accepted. */
  acceptedRules: z.array(z.object({ page: z.string(), acceptedAt: moment })),
  /** Rooms they were excluded from. */
  exclusions: z.array(z.object({ page: z.string(), room: z.string(), excludedAt: moment })),
}
