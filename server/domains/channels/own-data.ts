import type { OwnData } from '#contract/takeout/routes.ts'
import type { OwnDataPart } from '#server/platform/own-data.ts'

import { listOwnMessages, listOwnReactions } from './own-data-queries.ts'

/** What they wrote to others, and reacted with. */
export const messageData: OwnDataPart = {
  about: 'person',
  async collect(db, userId): Promise<Pick<OwnData, 'messages' | 'reactions'>> {
    const messages = await listOwnMessages(db, userId)
    return {
      messages: messages.map(({ createdAt, ...message }) => ({
        ...message,
        writtenAt: createdAt.toISOString(),
      })),
      reactions: await listOwnReactions(db, userId),
    }
  },
}
