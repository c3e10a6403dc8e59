import type { getInsights } from '#contract/analytics/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'

export type Insights = OutputOf<typeof getInsights>
/** The days of a range, both part of it. */
export type Days = { from: string; to: string }
