import type { creatorDetails } from '#contract/creators/routes.ts'
import type { OutputOf } from '#contract/http/route.ts'
import type { listRooms } from '#contract/rooms/routes.ts'

export type Creator = OutputOf<typeof creatorDetails>
export type Community = OutputOf<typeof listRooms>
