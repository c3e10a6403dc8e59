import { ACCESS } from '#contract/realtime.ts'

import type { Passing } from './passing.ts'
import { EVENTS_AT_ONCE, type TopicNews } from './queries.ts'
import { eventBytes, gapBytes, type SentEvent, type Stream } from './stream.ts'

/** Above it a topic's events are collected. */
const STREAMS_WRITTEN_AT_ONCE = 200
/** The more streams, the longer: a node writes some eight thousand times a second for one topic. */
const WRITES_PER_MS = 8
const FLUSH_EVERY_MAX_MS = 250

/** A topic as one node's streams follow it. */
export interface FollowedTopic {
  readonly streams: Set<Stream>
  /** The newest event read from the database; null before the first reading. */
  readSeq: number | null
  /** The newest event that a notification or comparison named. */
  toldSeq: number
  /** Hands events, or a gap, to every stream. */
  deliver(news: TopicNews): void
  /** Hands what is over soon to every stream that is up to date, under the number it is at. */
  pass(event: Passing): void
  stop(): void
}

export function followTopic(): FollowedTopic {
  const streams = new Set<Stream>()
  let waiting: SentEvent[] = []
  let timer: NodeJS.Timeout | undefined
  let flushedAtMs = -FLUSH_EVERY_MAX_MS

  function flush(topic: string): void {
    const events = waiting
    waiting = []
    clearTimeout(timer)
    timer = undefined
    flushedAtMs = performance.now()
    const whole = events.map(({ bytes }) => bytes).join('')
    const [first] = events
    for (const stream of streams) {
      const sent = stream.sent.get(topic)
      // Most streams are at the same place, and are written the same text.
      if (first && typeof sent === 'number' && sent < first.seq && stream.keptApart.size === 0) {
        stream.write(whole)
        stream.sent.set(topic, events.at(-1)?.seq ?? sent)
      } else for (const event of events) sendTo(stream, topic, event)
    }
  }

  const followed: FollowedTopic = {
    streams,
    readSeq: null,
    toldSeq: 0,
    deliver(news) {
      const { topic } = news
      if (isGap(news, followed.readSeq ?? news.seq)) {
        waiting.push({ seq: news.seq, bytes: gapBytes(news), byId: null })
        followed.readSeq = news.seq
      } else
        for (const event of news.events) {
          waiting.push({ seq: event.seq, bytes: eventBytes(topic, event), byId: event.byId })
          followed.readSeq = event.seq
          if (event.name === ACCESS) for (const stream of streams) stream.checkSoon()
        }
      if (waiting.length === 0) return
      const everyMs = Math.min(FLUSH_EVERY_MAX_MS, streams.size / WRITES_PER_MS)
      const waitMs = flushedAtMs + everyMs - performance.now()
      if (streams.size <= STREAMS_WRITTEN_AT_ONCE || waitMs <= 0) flush(topic)
      else timer ??= setTimeout(() => flush(topic), waitMs).unref()
    },
    pass({ topic, name, data, byId }) {
      for (const stream of streams) {
        const seq = stream.sent.get(topic)
        if (typeof seq === 'number' && !stream.keptApart.has(byId))
          stream.write(eventBytes(topic, { seq, name, data }))
      }
    },
    stop() {
      clearTimeout(timer)
    },
  }
  return followed
}

/** Sends an event once: not again if the stream has read it from the database, and not before older ones. */
function sendTo(stream: Stream, topic: string, event: SentEvent): void {
  const sent = stream.sent.get(topic)
  if (sent === undefined) return
  if (sent === null) return void stream.held.get(topic)?.push(event)
  if (event.seq <= sent) return
  if (isTold(stream, event)) stream.write(event.bytes)
  stream.sent.set(topic, event.seq)
}

/** Sends what a returning client missed, or a gap if that is too much or no longer there; then what came meanwhile. */
export function catchUp(
  stream: Stream,
  news: TopicNews,
  { since, isRepeated }: { since: number | null; isRepeated: boolean },
): void {
  const { topic } = news
  if (stream.sent.get(topic) !== null) return
  const from = since ?? news.seq
  const mayRepeat = isRepeated || from === news.seq
  const isWhole = mayRepeat && !isGap(news, from) && (news.events.at(-1)?.seq ?? from) === news.seq
  if (isWhole) {
    for (const event of news.events) if (isTold(stream, event)) stream.write(eventBytes(topic, event))
  } else stream.write(gapBytes(news))
  stream.sent.set(topic, news.seq)
  const held = stream.held.get(topic) ?? []
  stream.held.delete(topic)
  for (const event of held) sendTo(stream, topic, event)
}

function isTold({ keptApart }: Stream, { byId }: { byId: string | null }): boolean {
  return byId === null || !keptApart.has(byId)
}

/** Whether events after `from` are missing: they were pruned, or the topic was and has come back. */
function isGap({ seq, events }: TopicNews, from: number): boolean {
  if (events.length === 0) return seq !== from
  return events.some((event, index) => event.seq !== from + 1 + index)
}

/** Whether there may be more to read than one query gives. */
export function hasMore({ events }: TopicNews): boolean {
  return events.length === EVENTS_AT_ONCE
}
