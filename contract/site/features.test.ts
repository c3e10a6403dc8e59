import fs from 'node:fs'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

import { type FeatureId, FEATURES, isComing, isTierFeatureComing, TIER_SENTENCES } from './features.ts'
import { SUPPORT_TIERS } from './support-tiers.ts'

/** The domain of the server that a feature needs; those that need none beyond posts and plans are not listed. */
const DOMAINS: Partial<Record<FeatureId, string>> = {
  posts: 'posts',
  plans: 'plans',
  community: 'community',
  messages: 'messages',
  polls: 'polls',
  livestreams: 'livestreams',
  analytics: 'analytics',
}

describe('what is promised', () => {
  it.each(Object.entries(DOMAINS))(
    '%s is coming for as long as there is no %s on the server',
    (id, domain) => {
      const folder = path.join(import.meta.dirname, '../../server/domains', domain)
      if (!fs.existsSync(folder)) expect(isComing(id as FeatureId)).toBe(true)
    },
  )

  it('in the tier cards is named word for word', () => {
    const said = SUPPORT_TIERS.flatMap(({ features }) => features)
    expect(TIER_SENTENCES.filter((sentence) => !said.includes(sentence))).toEqual([])
    expect(isTierFeatureComing('Access to exclusive posts')).toBe(false)
    expect(isTierFeatureComing('Join community discussions')).toBe(!FEATURES.community.isLive)
    expect(isTierFeatureComing('All Basic features')).toBe(false)
  })
})
