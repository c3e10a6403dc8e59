import { EVENTS_PATH, FOLLOWING, REPLACED } from '#contract/realtime.ts'

import { readToken } from './session.ts'

export interface TopicEvent {
  topic: string
  seq: number
  name: string
  data: unknown
}

/** The number of the last event heard of each topic. */
export type Positions = ReadonlyMap<string, number>

/** The server says something each 26 seconds. A line that is silent for so long is lost, or a proxy keeps what comes. */
const SILENT_MAX_MS = 40_000

/**
 * Reads the server's events about these topics until the stream ends or `signal` aborts, and answers whether a newer
 * stream took its place. Throws when it is refused or lost. `positions`: what was heard
 * before; only later events are sent. `onFollowing` is told where the topics are when the stream begins.
 */
export async function readEventStream(
  topics: readonly string[],
  positions: Positions,
  on: { following: (at: Positions) => void; event: (event: TopicEvent) => void },
  signal: AbortSignal,
): Promise<{ isReplaced: boolean }> {
  const since = topics.flatMap((topic) => {
    const seq = positions.get(topic)
    return seq === undefined ? [] : [`${topic}:${seq}`]
  })
  const query = new URLSearchParams({ topics: topics.join(','), since: since.join(',') })
  const silence = new AbortController()
  const giveUp = () => silence.abort()
  let timer = setTimeout(giveUp, SILENT_MAX_MS)
  let isReplaced = false
  const read = blockReader((block) => {
    const { id, name, data } = parseBlock(block)
    if (data === undefined) return
    if (name === REPLACED) isReplaced = true
    if (name === FOLLOWING) on.following(new Map(Object.entries(JSON.parse(data) as Record<string, number>)))
    const at = id.lastIndexOf(':')
    if (at > 0)
      on.event({ topic: id.slice(0, at), seq: Number(id.slice(at + 1)), name, data: JSON.parse(data) })
  })
  try {
    const response = await fetch(`${EVENTS_PATH}?${query.toString()}`, {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${readToken() ?? ''}` },
      credentials: 'include',
      signal: AbortSignal.any([signal, silence.signal]),
    })
    if (!response.ok || !response.body) throw new Error(`No events: ${response.status}`)
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return { isReplaced }
      clearTimeout(timer)
      timer = setTimeout(giveUp, SILENT_MAX_MS)
      read(value)
    }
  } finally {
    clearTimeout(timer)
  }
}

/** Pieces arrive as the network cut them; an event ends with an empty line. */
export function blockReader(onBlock: (block: string) => void): (piece: string) => void {
  let unread = ''
  return (piece) => {
    const blocks = (unread + piece).split('\n\n')
    unread = blocks.pop() ?? ''
    for (const block of blocks) onBlock(block)
  }
}

/** `data` is missing in comments, which only keep the connection. */
export function parseBlock(block: string): { id: string; name: string; data: string | undefined } {
  const fields = new Map<string, string>()
  for (const line of block.split('\n')) {
    const at = line.indexOf(': ')
    if (at > 0) fields.set(line.slice(0, at), line.slice(at + 2))
  }
  return { id: fields.get('id') ?? '', name: fields.get('event') ?? '', data: fields.get('data') }
}
