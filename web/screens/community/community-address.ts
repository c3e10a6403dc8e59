import type { creatorDetails } from '#contract/creators/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import type { listRooms } from '#contract/rooms/calls.ts'

export type Creator = OutputOf<typeof creatorDetails>
export type Community = OutputOf<typeof listRooms>
