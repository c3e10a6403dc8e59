import { getOverview } from '#contract/console/calls.ts'
import { getCase, listCases } from '#contract/enforcement/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'

/** A case, as the staff see it. */
export type OneCase = OutputOf<typeof getCase>

/** What shows a case and what waits with it. */
export const CASE_ROUTES = [getCase, listCases, getOverview]
