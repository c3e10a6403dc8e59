import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { getLoggedInUser } from '#contract/accounts/calls.ts'
import { getChannel, listMessages } from '#contract/channels/calls.ts'
import type { ChannelEvent } from '#contract/channels/events.ts'
import type { Message } from '#contract/channels/message.ts'
import { GAP, REFUSED } from '#contract/realtime.ts'
import { call } from '#web/api/call.ts'
import { refresh } from '#web/api/refresh.ts'
import { useQuery } from '#web/api/use-query.ts'
import { useTopic } from '#web/api/use-topic.ts'

import { addMessage, changeMessages, findKnown, isListOf } from './cached-messages.ts'

/**
 * Keeps a channel's messages as they are while they are shown. Those that begin something and come from others are
 * collected, for the reader to fetch: what is being read doesn't jump; in a chat they appear at once. `isFollowed`: signed
 * in, and may read.
 */
export function useLiveMessages(
  channelId: string,
  {
    isFollowed,
    mayModerate,
    isChat = false,
  }: { isFollowed: boolean; mayModerate: boolean; isChat?: boolean },
) {
  const client = useQueryClient()
  const ownId = useQuery(getLoggedInUser, {}, { isEnabled: isFollowed }).data?.user._id
  const [arrived, setArrived] = useState<readonly Message[]>([])
  const [heardSeq, setHeardSeq] = useState(0)

  async function hear(event: ChannelEvent): Promise<void> {
    if (event.name === 'message') {
      setHeardSeq((before) => Math.max(before, event.data.seq))
      const message = await whole(channelId, event.data)
      if (message === null) return
      // Its answer and its event may both arrive; and its author has known one that was held, which anyone may read now.
      const own = findKnown(client, channelId, message.seq)
      if (own?.state === 'held')
        changeMessages(client, channelId, (known) =>
          known.seq === message.seq ? merged(known, message) : known,
        )
      if (own) return
      if (!isChat && message.rootSeq === null && message.author?._id !== ownId)
        setArrived((before) => [...before.filter(({ seq }) => seq !== message.seq), message])
      else {
        addMessage(client, channelId, message)
        // A list that was asked for before this was written would take it away again.
        if (client.isFetching({ predicate: ({ queryKey }) => isListOf(queryKey, channelId) }) > 0)
          void refresh(client, [listMessages])
      }
    } else if (event.name === 'message.changed') {
      const { seq, state } = event.data
      const isOwn = findKnown(client, channelId, seq)?.author?._id === ownId
      // Events tell what everyone may see; authors and moderators see more of what others don't see any more.
      const seesMore = state !== 'visible' && (mayModerate || isOwn)
      const changed = seesMore ? await ask(channelId, event.data) : await whole(channelId, event.data)
      if (changed === null) return
      const isGone = state !== 'visible' && !seesMore && changed.replyCount === 0
      changeMessages(client, channelId, (known) =>
        known.seq !== seq ? known : isGone ? null : merged(known, changed),
      )
      setArrived((before) => before.map((each) => (each.seq === changed.seq ? merged(each, changed) : each)))
      void refresh(client, [getChannel])
    } else if (event.name === 'reactions') {
      const { seq, reactions } = event.data
      changeMessages(client, channelId, (known) =>
        known.seq === seq ? { ...known, reactions: withOwn(known, reactions) } : known,
      )
    } else if (event.name === 'channel.changed') void refresh(client, [getChannel])
  }

  useTopic(isFollowed ? `channel:${channelId}` : null, ({ name, data }) => {
    if (name === GAP || name === REFUSED) void refresh(client, [getChannel, listMessages])
    else void hear({ name, data } as ChannelEvent)
  })

  return {
    /** What others began meanwhile. */
    arrived,
    /** The latest message that was told of. */
    heardSeq,
    showArrived: () => {
      for (const message of arrived) addMessage(client, channelId, message)
      setArrived([])
    },
  }
}

/** Events hold what everyone may see; addresses of media, and what a message answers, are each reader's own. */
async function whole(channelId: string, told: Message): Promise<Message | null> {
  const isWhole = told.mediaCount === told.media.length && told.quotedSeq === null
  return isWhole ? told : ask(channelId, told)
}

/** The message as this reader sees it. */
async function ask(channelId: string, told: Message): Promise<Message | null> {
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
