import type { creatorDetails } from '#contract/creators/routes.ts'
import type { OutputOf } from '#contract/http/route.ts'

export type Creator = OutputOf<typeof creatorDetails>
