import { describe, expect, it } from 'vitest'

import { FEATURES, isComing, isTierFeatureComing, TIER_SENTENCES } from './features.ts'
import { SUPPORT_TIERS } from './support-tiers.ts'

describe('what is promised', () => {
  it('is marked as coming as long as it is not live', () => {
    expect(isComing('posts')).toBe(false)
    expect(isComing('polls')).toBe(!FEATURES.polls.isLive)
  })

  it('in the tier cards is named word for word', () => {
    const said = new Set(SUPPORT_TIERS.flatMap(({ features }) => features))
    expect(TIER_SENTENCES.filter((sentence) => !said.has(sentence))).toEqual([])
    expect(isTierFeatureComing('Access to exclusive posts')).toBe(false)
    expect(isTierFeatureComing('Join community discussions')).toBe(!FEATURES.community.isLive)
    expect(isTierFeatureComing('All Basic features')).toBe(false)
  })
})
