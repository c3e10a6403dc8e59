import type { getDispute } from '#contract/console/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'

/** A dispute with all that its screen shows. */
export type WholeDispute = OutputOf<typeof getDispute>
