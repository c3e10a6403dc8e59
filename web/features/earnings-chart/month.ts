import type { OutputOf } from '#contract/http/route.ts'
import type { getEarnings } from '#contract/payouts/calls.ts'

export type Month = OutputOf<typeof getEarnings>['months'][number]
