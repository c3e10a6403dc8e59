import type { LiveState } from '#contract/live/rules.ts'

/** What a live session is at the moment. */
export const liveStateTexts = {
  scheduled: 'Planned',
  open: 'Waiting room open',
  live: 'Live now',
  ended: 'Ended',
  cancelled: 'Cancelled',
  missed: 'Didn’t take place',
} as const satisfies Record<LiveState, string>
