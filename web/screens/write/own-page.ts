import type { OutputOf } from '#contract/http/route.ts'
import type { creatorDetails } from '#contract/creators/routes.ts'

export type Creator = OutputOf<typeof creatorDetails>
