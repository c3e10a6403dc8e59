import { EVENTS_PATH } from '#contract/realtime.ts'

import type { TestSession } from './app-on-database.ts'

export interface StreamEvent {
  /** `topic:seq`; empty for what the stream says about itself. */
  id: string
  name: string
  data: unknown
}

export interface EventStream {
  status: number
  /** The next event, or null when the stream has ended. */
  next(): Promise<StreamEvent | null>
  close(): Promise<void>
}

/** Opens the stream of events as a signed-in browser does. */
export async function openEventStream(
  baseUrl: string,
  { token, cookie }: TestSession,
  cookieName: string,
  query: { topics: string; since?: string },
): Promise<EventStream> {
  const abort = new AbortController()
  const response = await fetch(`${baseUrl}${EVENTS_PATH}?${new URLSearchParams(query).toString()}`, {
    headers: { authorization: `Bearer ${token}`, cookie: `${cookieName}=${cookie}` },
    signal: abort.signal,
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let unread = ''
  return {
    status: response.status,
    async next() {
      for (;;) {
        const end = unread.indexOf('\n\n')
        if (end >= 0) {
          const block = unread.slice(0, end)
          unread = unread.slice(end + 2)
          const event = readEvent(block)
          if (event) return event
          continue
        }
        const read = await reader?.read().catch(() => null)
        if (!read || read.done) return null
        unread += read.value
      }
    },
    async close() {
      abort.abort()
      await reader?.cancel().catch(() => undefined)
    },
  }
}

/** null: a comment, sent to keep the connection. */
function readEvent(block: string): StreamEvent | null {
  const fields = new Map(
    block.split('\n').map((line) => {
      const [name = '', ...rest] = line.split(': ')
      return [name, rest.join(': ')]
    }),
  )
  const data = fields.get('data')
  return data === undefined
    ? null
    : { id: fields.get('id') ?? '', name: fields.get('event') ?? '', data: JSON.parse(data) as unknown }
}
