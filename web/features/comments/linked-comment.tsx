import { useEffect, useRef } from 'react'

import type { Message } from '#contract/channels/message.ts'
import { listMessages } from '#contract/channels/calls.ts'
import { useQuery } from '#web/api/use-query.ts'

import { CommentThread } from './comment-thread.tsx'
import type { Conversation } from './conversation.ts'
import { commentTexts as texts } from './messages.ts'

/** The thread of the comment that the page's address leads to; null: it leads to none, or to one that is gone. */
export function useLinkedThread(
  channelId: string,
  seq: number | null,
): { root: Message | null; isGone: boolean } {
  const { data, error } = useQuery(listMessages, { channelId, around: seq ?? 0 }, { isEnabled: seq !== null })
  if (seq === null) return { root: null, isGone: false }
  const root = data?.messages.find((each) => each.seq === (data.found?.rootSeq ?? data.found?.seq)) ?? null
  return { root, isGone: root === null && (error !== null || data !== undefined) }
}

/** The comment that the page's address leads to, above the others, with the thread it belongs to. */
export function LinkedComment({
  seq,
  thread: { root, isGone },
  ...conversation
}: Conversation & { seq: number; thread: ReturnType<typeof useLinkedThread> }) {
  const section = useRef<HTMLElement>(null)
  const isFound = root !== null

  useEffect(() => {
    if (isFound) section.current?.scrollIntoView({ block: 'center' })
  }, [isFound])

  if (isGone) return <p className="text-base text-ink-soft">{texts.linkedGone}</p>
  if (!root) return null
  return (
    <section ref={section} aria-label={texts.linked} className="rounded-card border border-line p-4">
      <p aria-hidden="true" className="mb-3 text-sm font-medium text-ink-faint">
        {texts.linked}
      </p>
      <CommentThread message={root} linkedSeq={seq} {...conversation} />
    </section>
  )
}
