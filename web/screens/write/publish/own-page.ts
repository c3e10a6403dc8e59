import type { creatorDetails } from '#contract/creators/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'

export type Creator = OutputOf<typeof creatorDetails>
