import { getPostMarks } from '#contract/posts/calls.ts'
import { MARKS_MAX } from '#contract/posts/limits.ts'
import { call } from '#web/api/call.ts'

/** What readers left on one post. */
export interface Marks {
  likes: number
  comments: number
  isLiked: boolean
  isSaved: boolean
}

/** Posts that appear together are asked about together. */
const GATHERED_FOR_MS = 20

const known = new Map<string, Marks>()
const listeners = new Set<() => void>()
/** How many changes there have been, and which of them was the last of each post. */
let changeCount = 0
const lastChange = new Map<string, number>()
const waiting = new Map<'member' | 'visitor', Set<string>>()

export function subscribeToMarks(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The viewer is part of the key: one person's marks are never shown to the next. */
function keyOf(viewer: 'member' | 'visitor', postId: string): string {
  return `${viewer} ${postId}`
}

export function readMarks(viewer: 'member' | 'visitor', postId: string): Marks | null {
  return known.get(keyOf(viewer, postId)) ?? null
}

export function changeMarks(viewer: 'member' | 'visitor', postId: string, changes: Partial<Marks>): void {
  const before = readMarks(viewer, postId)
  changeCount += 1
  lastChange.set(keyOf(viewer, postId), changeCount)
  if (before) known.set(keyOf(viewer, postId), { ...before, ...changes })
  for (const listener of listeners) listener()
}

/** Asks for a post's marks, together with those of other posts that appear now. */
export function askForMarks(viewer: 'member' | 'visitor', postId: string): void {
  const gathered = waiting.get(viewer)
  if (gathered) {
    gathered.add(postId)
    return
  }
  waiting.set(viewer, new Set([postId]))
  setTimeout(() => void fetchGathered(viewer), GATHERED_FOR_MS)
}

async function fetchGathered(viewer: 'member' | 'visitor'): Promise<void> {
  const ids = [...(waiting.get(viewer) ?? [])]
  waiting.delete(viewer)
  const askedAt = changeCount
  for (let start = 0; start < ids.length; start += MARKS_MAX) {
    const asked = ids.slice(start, start + MARKS_MAX)
    // Without an answer the buttons stay away: the post is what matters.
    const answer = await call(getPostMarks, { ids: asked.join(',') }).catch(() => [])
    for (const { _id, ...marks } of answer) {
      const key = keyOf(viewer, _id)
      // Pressed while the question was under way: the answer may be older than that.
      if ((lastChange.get(key) ?? 0) <= askedAt || !known.has(key)) known.set(key, marks)
    }
  }
  for (const listener of listeners) listener()
}

/** Forgets everything, when somebody else uses this browser. */
export function forgetMarks(): void {
  known.clear()
}
