import { useRef, useState } from 'react'

import type { EditorContent } from '#web/features/writer/blocks/blocks.ts'
import { hasContent } from '#web/features/writer/blocks/blocks.ts'
import { discardDraft, findDraft, type PostDraft, saveDraft } from './post-draft.ts'

export const EMPTY: EditorContent = { blocks: [] }

/** The post being written, saved in this browser with every change. */
export function useDraft(pageHandle: string) {
  const [restored] = useState(() => findDraft(pageHandle))
  const [draft, setDraft] = useState<PostDraft>(restored ?? { content: EMPTY, planId: '' })
  const [discarded, setDiscarded] = useState<PostDraft | null>(null)
  const [isKept, setIsKept] = useState(true)
  const isForgotten = useRef(false)
  // Several changes may come before React renders.
  const latest = useRef(draft)

  function change(changed: PostDraft) {
    latest.current = changed
    setDraft(changed)
    // What the editor still says after publishing is not the next post.
    if (isForgotten.current) return
    if (hasContent(changed.content)) setIsKept(saveDraft(pageHandle, changed))
    else discardDraft(pageHandle)
  }

  return {
    draft,
    /** The text from before this opening, if any. */
    restored,
    /** The text just discarded, which can still be restored. */
    discarded,
    /** False when the browser refused to store it. */
    isKept,
    change(changes: Partial<PostDraft>) {
      if (changes.content && hasContent(changes.content)) setDiscarded(null)
      change({ ...latest.current, ...changes })
    },
    discard() {
      setDiscarded(latest.current)
      change({ ...latest.current, content: EMPTY })
    },
    undoDiscard(): EditorContent | null {
      if (!discarded) return null
      change(discarded)
      setDiscarded(null)
      return discarded.content
    },
    /** Forgets the stored draft once it is published; this opening keeps nothing any more. */
    forget() {
      isForgotten.current = true
      discardDraft(pageHandle)
    },
  }
}
