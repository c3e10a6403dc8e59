import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { getLoggedInUser } from '#contract/accounts/routes.ts'
import type { ChannelEvent } from '#contract/channels/events.ts'
import type { Message } from '#contract/channels/message.ts'
import { getChannel, listMessages } from '#contract/channels/routes.ts'
import { GAP, REFUSED } from '#contract/realtime.ts'
import { call } from '#web/api/call.ts'
import { refresh } from '#web/api/refresh.ts'
import { useQuery } from '#web/api/use-query.ts'
import { useTopic } from '#web/api/use-topic.ts'

import { addMessage, changeMessages, isKnown } from './cached-messages.ts'

/**
 * Keeps a channel's messages as they are while they are shown. Those that begin something and come from others are
 * collected, for the reader to fetch: what is being read doesn't jump. `isFollowed`: signed in, and may read.
 */
export function useLiveMessages(channelId: string, isFollowed: boolean) {
  const client = useQueryClient()
  const ownId = useQuery(getLoggedInUser, {}, { isEnabled: isFollowed }).data?.user._id
  const [arrived, setArrived] = useState<readonly Message[]>([])

  async function hear(event: ChannelEvent): Promise<void> {
    if (event.name === 'message') {
      const message = await whole(channelId, event.data)
      if (message === null || isKnown(client, channelId, message.seq)) return
      if (message.rootSeq === null && message.author?._id !== ownId)
        setArrived((before) => [...before.filter(({ seq }) => seq !== message.seq), message])
      else addMessage(client, channelId, message)
    } else if (event.name === 'message.changed') {
      const changed = await whole(channelId, event.data)
      if (changed === null) return
      changeMessages(client, channelId, (known) =>
        known.seq === changed.seq ? merged(known, changed) : known,
      )
      setArrived((before) => before.map((each) => (each.seq === changed.seq ? merged(each, changed) : each)))
      void refresh(client, [getChannel])
    } else if (event.name === 'reactions') {
      const { seq, reactions } = event.data
      changeMessages(client, channelId, (known) =>
        known.seq === seq ? { ...known, reactions: withOwn(known, reactions) } : known,
      )
    } else void refresh(client, [getChannel])
  }

  useTopic(isFollowed ? `channel:${channelId}` : null, ({ name, data }) => {
    if (name === GAP || name === REFUSED) void refresh(client, [getChannel, listMessages])
    else void hear({ name, data } as ChannelEvent)
  })

  return {
    /** What others began meanwhile. */
    arrived,
    showArrived: () => {
      for (const message of arrived) addMessage(client, channelId, message)
      setArrived([])
    },
  }
}

/** Events hold what everyone may see; addresses of media are each reader's own. */
async function whole(channelId: string, told: Message): Promise<Message | null> {
  if (told.mediaCount === told.media.length) return told
  const input = { channelId, around: told.seq, ...(told.rootSeq === null ? {} : { rootSeq: told.rootSeq }) }
  const page = await call(listMessages, input).catch(() => null)
  return page?.messages.find(({ seq }) => seq === told.seq) ?? told
}

/** Events know nothing of the reader: who they are is kept. */
function merged(known: Message, told: Message): Message {
  return { ...told, because: told.because ?? known.because, reactions: withOwn(known, told.reactions) }
}

function withOwn(
  known: Message,
  reactions: readonly { emoji: string; count: number }[],
): Message['reactions'] {
  const own = new Set(known.reactions.filter(({ isOwn }) => isOwn).map(({ emoji }) => emoji))
  return reactions.map(({ emoji, count }) => ({ emoji, count, isOwn: own.has(emoji) }))
}
