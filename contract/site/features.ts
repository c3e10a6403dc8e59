import { tierFeatureTexts as texts } from './tier-messages.ts'

/**
 * What the product says it does, and whether it does so today. Features that aren't live yet are labelled wherever they
 * are named: on the front page, in the tier cards. When one is released, only this file changes.
 */
export const FEATURES = {
  posts: { isLive: true },
  plans: { isLive: true },
  supporters: { isLive: true },
  files: { isLive: true },
  community: { isLive: true },
  messages: { isLive: true },
  polls: { isLive: true },
  questions: { isLive: true },
  livestreams: { isLive: true },
  analytics: { isLive: true },
  earlyAccess: { isLive: true },
  discord: { isLive: false },
  merchandise: { isLive: false },
} as const satisfies Record<string, { isLive: boolean }>

export type FeatureId = keyof typeof FEATURES

/** The features that sentences on the tier cards need; the other sentences are for creators to keep. */
const NEEDED_BY: Readonly<Partial<Record<string, FeatureId>>> = {
  [texts.posts]: 'posts',
  [texts.community]: 'community',
  [texts.questions]: 'questions',
  [texts.earlyAccess]: 'earlyAccess',
  [texts.discord]: 'discord',
  [texts.meetups]: 'livestreams',
  [texts.merchandise]: 'merchandise',
  [texts.mentoring]: 'messages',
  [texts.requests]: 'messages',
  [texts.workshops]: 'livestreams',
}

/** Whether a tier card's sentence needs something that is only promised so far. */
export function isTierFeatureComing(sentence: string): boolean {
  const needed = NEEDED_BY[sentence]
  return needed !== undefined && isComing(needed)
}

/** The sentences above, for the test that compares them with the cards. */
export const TIER_SENTENCES: readonly string[] = Object.keys(NEEDED_BY)

/** Whether a feature is only promised so far. */
export function isComing(feature: FeatureId): boolean {
  return !FEATURES[feature].isLive
}
