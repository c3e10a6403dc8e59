import { getMember, getMemberCounts, type getMembers } from '#contract/analytics/calls.ts'
import type { MemberState } from '#contract/analytics/member-routes.ts'
import type { OutputOf } from '#contract/http/route.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'

export type OneMember = OutputOf<typeof getMember>
export type Member = OutputOf<typeof getMembers>[number]

export const MEMBERS_PER_PAGE = 30

export const STATE_TONES: Record<MemberState, BadgeTone> = {
  active: 'good',
  ending: 'neutral',
  grace: 'warn',
  paused: 'info',
  past: 'grey',
}

/** What an act about a member changes besides the list. */
export const MEMBER_ROUTES = [getMember, getMemberCounts] as const
