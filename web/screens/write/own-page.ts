import type { OutputOf } from '#contract/http/route.ts'
import type { creatorDetails } from '#contract/creators/calls.ts'

export type Creator = OutputOf<typeof creatorDetails>
