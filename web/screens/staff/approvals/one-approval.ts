import type { listApprovals } from '#contract/console/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'

/** What somebody asked for that takes two people. */
export type Approval = OutputOf<typeof listApprovals>[number]
