import type { OwnData, OwnPage } from '#contract/takeout/routes.ts'
import type { OwnDataPart } from '#server/platform/own-data.ts'

import { listOwnAnnouncements, listOwnConversations } from './own-data-queries.ts'
import { getRules } from './rule-queries.ts'

/** What they announced to their members. */
export const announcementData: OwnDataPart = {
  about: 'page',
  async collect(db, creatorId): Promise<Pick<OwnPage, 'announcements'>> {
    const announcements = await listOwnAnnouncements(db, creatorId)
    return { announcements: announcements.map(({ body, at }) => ({ body, sentAt: at.toISOString() })) }
  },
}

/** Who may write to them, and the conversations they are in; what they wrote there is among their messages. */
export const conversationData: OwnDataPart = {
  about: 'person',
  async collect(db, userId): Promise<Pick<OwnData, 'messageRules' | 'conversations'>> {
    const { planIds: _, ...messageRules } = await getRules(db, userId)
    const conversations = await listOwnConversations(db, userId)
    return {
      messageRules,
      conversations: conversations.map(({ since, ...each }) => ({ ...each, since: since.toISOString() })),
    }
  },
}
