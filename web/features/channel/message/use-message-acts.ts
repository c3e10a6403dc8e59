import { useQueryClient } from '@tanstack/react-query'

import {
  actOnMessage,
  deleteMessage,
  editMessage,
  getChannel,
  listMessages,
  reactToMessage,
  takeReactionBack,
} from '#contract/channels/calls.ts'
import type { Message } from '#contract/channels/message.ts'
import type { MessageAct } from '#contract/channels/rules.ts'
import { call, CallError } from '#web/api/call.ts'
import { refresh } from '#web/api/refresh.ts'
import { toast } from '#web/ui/toast.tsx'

import { changeMessages } from '../list/cached-messages.ts'
import { channelTexts as texts } from '../messages.ts'

/**
 * What a reader may do with the messages of a channel. Each shows its result at once where it can be undone. `pageHandle`:
 * the page it belongs to, where moderators may mute; null: none.
 */
export function useMessageActs(channelId: string, pageHandle: string | null = null) {
  const client = useQueryClient()

  function put(message: Message): void {
    changeMessages(client, channelId, (known) => (known.seq === message.seq ? message : known))
  }

  return {
    pageHandle,
    async react({ seq, reactions }: Message, emoji: string): Promise<void> {
      const isOwn = reactions.some((each) => each.emoji === emoji && each.isOwn)
      const show = (now: Message['reactions']) =>
        changeMessages(client, channelId, (known) =>
          known.seq === seq ? { ...known, reactions: now } : known,
        )
      show(toggled(reactions, emoji, isOwn))
      try {
        const route = isOwn ? takeReactionBack : reactToMessage
        show((await call(route, { channelId, seq, emoji })).reactions)
      } catch (error) {
        show(reactions)
        toast.error(error instanceof CallError ? error.message : texts.notDone)
      }
    },
    async edit(seq: number, body: string): Promise<void> {
      put(await call(editMessage, { channelId, seq, body }))
    },
    async remove({ seq, replyCount }: Message): Promise<void> {
      await call(deleteMessage, { channelId, seq })
      changeMessages(client, channelId, (known) =>
        known.seq !== seq ? known : replyCount > 0 ? { ...known, state: 'deleted', body: '' } : null,
      )
    },
    /** Of moderators. */
    async act(seq: number, act: MessageAct, reason: string): Promise<void> {
      put(await call(actOnMessage, { channelId, seq, act, reason }))
      if (act === 'pin' || act === 'unpin') await refresh(client, [getChannel])
      if (act === 'restore' || act === 'approve') await refresh(client, [listMessages])
    },
  }
}

function toggled(reactions: Message['reactions'], emoji: string, isOwn: boolean): Message['reactions'] {
  if (isOwn)
    return reactions.flatMap((each) =>
      each.emoji !== emoji ? [each] : each.count > 1 ? [{ emoji, count: each.count - 1, isOwn: false }] : [],
    )
  if (!reactions.some((each) => each.emoji === emoji)) return [...reactions, { emoji, count: 1, isOwn: true }]
  return reactions.map((each) =>
    each.emoji === emoji ? { emoji, count: each.count + 1, isOwn: true } : each,
  )
}
