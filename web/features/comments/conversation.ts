import type { useMessageActs } from '#web/features/channel/message/use-message-acts.ts'
import type { useOutbox } from '#web/features/channel/writing/use-outbox.ts'

/** What every comment of a post needs to know. */
export interface Conversation {
  channelId: string
  postPath: string
  ownId: string | undefined
  mayWrite: boolean
  mayModerate: boolean
  acts: ReturnType<typeof useMessageActs>
  outbox: ReturnType<typeof useOutbox>
}
