import { useEffect, useEffectEvent } from 'react'

import type { TopicEvent } from './event-stream.ts'

/**
 * Calls back with every event of a topic while it is shown, and with a gap when some may have been missed; `null`
 * follows nothing. Nothing happens on a page whose code for events doesn't arrive.
 */
export function useTopic(topic: string | null, onEvent: (event: TopicEvent) => void): void {
  const hear = useEffectEvent(onEvent)

  useEffect(() => {
    if (topic === null) return
    let unfollow: (() => void) | null = null
    let isOver = false
    void import('./followed-topics.ts').then(({ followTopic }) => {
      if (!isOver) unfollow = followTopic(topic, (event) => hear(event))
      return null
    }, withoutEvents)
    return () => {
      isOver = true
      unfollow?.()
    }
  }, [topic])
}

/** If the code for it doesn't arrive, the page is one that isn't told. */
function withoutEvents(): null {
  return null
}
