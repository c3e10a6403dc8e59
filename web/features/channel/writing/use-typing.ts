import { useEffect, useRef, useState } from 'react'

import { noteTyping } from '#contract/channels/calls.ts'
import type { ChannelEvent } from '#contract/channels/events.ts'
import { TYPING_SECONDS } from '#contract/channels/rules.ts'
import { call } from '#web/api/call.ts'
import { useTopic } from '#web/api/use-topic.ts'

/** Said again before the others forget it. */
const TOLD_EVERY_MS = 3000

interface Typist {
  userId: string
  name: string
}

/** Who else types in a conversation, and how to say that one types oneself. `isTold`: it is one, and one may write. */
export function useTyping(
  channelId: string,
  { ownId, isTold }: { ownId: string | undefined; isTold: boolean },
) {
  const [typists, setTypists] = useState<readonly Typist[]>([])
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  const toldAt = useRef(-TOLD_EVERY_MS)

  function forget(userId: string) {
    clearTimeout(timers.current.get(userId))
    timers.current.delete(userId)
    setTypists((before) => before.filter((typist) => typist.userId !== userId))
  }

  useTopic(isTold ? `channel:${channelId}` : null, ({ name, data }) => {
    const event = { name, data } as ChannelEvent
    // What they typed is there.
    if (event.name === 'message' && event.data.author) return forget(event.data.author._id)
    if (event.name !== 'typing' || event.data.userId === ownId) return undefined
    const typist = event.data
    clearTimeout(timers.current.get(typist.userId))
    timers.current.set(
      typist.userId,
      setTimeout(() => forget(typist.userId), TYPING_SECONDS * 1000),
    )
    setTypists((before) => [...before.filter(({ userId }) => userId !== typist.userId), typist])
    return undefined
  })

  useEffect(() => {
    const running = timers.current
    return () => {
      for (const timer of running.values()) clearTimeout(timer)
    }
  }, [])

  return {
    names: typists.map(({ name }) => name),
    tell() {
      const now = performance.now()
      if (!isTold || now - toldAt.current < TOLD_EVERY_MS) return
      toldAt.current = now
      // Whoever isn't told misses nothing.
      void call(noteTyping, { channelId }).catch(() => undefined)
    },
    /** What was typed is sent: the next letter is told at once. */
    reset() {
      toldAt.current = -TOLD_EVERY_MS
    },
  }
}
