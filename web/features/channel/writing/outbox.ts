import * as z from 'zod/mini'

import { readToken } from '#web/api/session.ts'

/** A message that is written and not yet at the server. */
export interface Unsent {
  /** Repeated with it, a message is there only once. */
  clientKey: string
  channelId: string
  rootSeq: number | null
  /** What it answers and shows above it. */
  quotedSeq?: number | null
  body: string
  mediaIds: string[]
  /** People named in it, by the name they were given. */
  people: { _id: string; name: string }[]
  /** `failed`: the server refused it, and says why in `problem`. */
  state: 'sending' | 'waiting' | 'failed'
  problem: string | null
}

const Kept = z.object({
  /** Whose they are: another person who logs in here must not send them. */
  session: z.string(),
  messages: z.array(
    z.object({
      clientKey: z.string(),
      channelId: z.string(),
      rootSeq: z.nullable(z.number()),
      quotedSeq: z.optional(z.nullable(z.number())),
      body: z.string(),
      mediaIds: z.array(z.string()),
      people: z.array(z.object({ _id: z.string(), name: z.string() })),
    }),
  ),
})

const KEY = 'unsent-messages'
const listeners = new Set<() => void>()
let messages: readonly Unsent[] | null = null

export function subscribeToOutbox(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Everything that waits to be sent, the oldest first. Survives a reload of the page. */
export function readOutbox(): readonly Unsent[] {
  messages ??= load()
  return messages
}

export function addUnsent(message: Unsent): void {
  save([...readOutbox(), message])
}

export function changeUnsent(clientKey: string, changes: Partial<Unsent>): void {
  save(readOutbox().map((each) => (each.clientKey === clientKey ? { ...each, ...changes } : each)))
}

export function dropUnsent(clientKey: string): void {
  save(readOutbox().filter((each) => each.clientKey !== clientKey))
}

function load(): readonly Unsent[] {
  try {
    const kept = Kept.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'))
    if (!kept.success || kept.data.session !== sessionMark()) return []
    return kept.data.messages.map(({ quotedSeq = null, ...message }) => ({
      ...message,
      quotedSeq,
      state: 'waiting',
      problem: null,
    }))
  } catch {
    return []
  }
}

function save(now: readonly Unsent[]): void {
  messages = now
  try {
    const kept: z.infer<typeof Kept> = {
      session: sessionMark(),
      messages: now.map(({ clientKey, channelId, rootSeq, quotedSeq = null, body, mediaIds, people }) => ({
        clientKey,
        channelId,
        rootSeq,
        quotedSeq,
        body,
        mediaIds,
        people,
      })),
    }
    if (now.length === 0) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // Without storage they are lost with the page.
  }
  for (const listener of listeners) listener()
}

/** Enough of the token to tell sessions apart, and of no use to anybody else. */
function sessionMark(): string {
  return (readToken() ?? '').slice(0, 6)
}
