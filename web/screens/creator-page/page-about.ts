import type { getPageAbout } from '#contract/creators/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'

export type PageAbout = OutputOf<typeof getPageAbout>
