import { findCreator } from '#server/domains/creators/service.ts'

import type { TargetType } from './target-type.ts'

/** A creator's page. One person's word doesn't hide it; what stands on it can be reported by itself. */
export const pageTarget: TargetType = {
  async find(db, { id, now }) {
    const page = await findCreator(db, id)
    if (!page || page.isHidden) return null
    const { userId, pageName, headline, bannerTitle, bannerSubtitle } = page
    const body = [pageName, headline, bannerTitle, bannerSubtitle].filter(Boolean).join('\n')
    return {
      concernedId: userId,
      creatorId: id,
      channel: null,
      isModerated: false,
      lines: [{ authorId: userId, body, writtenAt: now, isReported: true }],
    }
  },
  apply: null,
}
