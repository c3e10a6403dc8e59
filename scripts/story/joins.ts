import type { BillingInterval } from '#contract/plans/pricing.ts'

import type { PersonKey, SupporterKey } from './people.ts'

export interface StoryJoin {
  member: PersonKey | SupporterKey
  /** Handle and plan. */
  plan: string
  interval?: BillingInterval
  /** When they joined. Monthly members have renewed since. */
  daysAgo: number
  failsToRenew?: boolean
}

/** How long ago the story begins. */
export const STORY_DAYS = 170

export const JOINS: readonly StoryJoin[] = [
  { member: 'noor', plan: 'asha/Buzzed', daysAgo: 160 },
  { member: 'ravi', plan: 'asha/Tipsy', interval: 'yearly', daysAgo: 150 },
  { member: 'imani', plan: 'asha/Drunk', daysAgo: 128 },
  { member: 'priya', plan: 'asha/Tipsy', daysAgo: 126 },
  { member: 'priya', plan: 'studio-mitti/Glaze notes', daysAgo: 96 },
  { member: 'jonas', plan: 'asha/Tipsy', daysAgo: 95 },
  { member: 'tomas', plan: 'asha/Buzzed', daysAgo: 94 },
  { member: 'ravi', plan: 'studio-mitti/First firing', daysAgo: 66 },
  { member: 'lucia', plan: 'asha/Tipsy', daysAgo: 64 },
  { member: 'hana', plan: 'asha/Buzzed', daysAgo: 55 },
  { member: 'owen', plan: 'asha/Tipsy', daysAgo: 44 },
  { member: 'kofi', plan: 'the_long_walk/Fellow walker', daysAgo: 40 },
  { member: 'lucia', plan: 'the_long_walk/Fellow walker', daysAgo: 34 },
  // The renewal was due yesterday: still within the grace period.
  { member: 'meera', plan: 'asha/Buzzed', daysAgo: 32, failsToRenew: true },
  { member: 'sofia', plan: 'asha/Tipsy', daysAgo: 26 },
  { member: 'jonas', plan: 'studio-mitti/Glaze notes', daysAgo: 19 },
  { member: 'farid', plan: 'asha/Buzzed', daysAgo: 11 },
  { member: 'noor', plan: 'the_long_walk/Fellow walker', daysAgo: 9 },
  { member: 'kofi', plan: 'asha/Drunk', daysAgo: 3 },
]
