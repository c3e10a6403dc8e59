import type { getPerson } from '#contract/console/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'

/** An account, as the staff see it. */
export type Person = OutputOf<typeof getPerson>
