import { useEffect, useRef } from 'react'

import { listMessages } from '#contract/channels/routes.ts'
import { useQuery } from '#web/api/use-query.ts'

import { CommentThread } from './comment-thread.tsx'
import type { Conversation } from './conversation.ts'
import { commentTexts as texts } from './messages.ts'

/** The comment that the page's address leads to, above the others, with the thread it belongs to. */
export function LinkedComment({ seq, ...conversation }: Conversation & { seq: number }) {
  const { data, error } = useQuery(listMessages, { channelId: conversation.channelId, around: seq })
  const section = useRef<HTMLElement>(null)
  const root = data?.messages.find((each) => each.seq === (data.found?.rootSeq ?? data.found?.seq))
  const isFound = root !== undefined

  useEffect(() => {
    if (isFound) section.current?.scrollIntoView({ block: 'center' })
  }, [isFound])

  if (error || (data && !root)) return <p className="text-base text-ink-soft">{texts.linkedGone}</p>
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
