import type { Db } from '../db/query.ts'
import type { Viewer } from '../http/implement.ts'
import type { Log } from '../log.ts'
import { catchUp, type FollowedTopic, followTopic, hasMore } from './followed-topic.ts'
import type { Listener } from './listener.ts'
import { CHANNEL, createNotifier, readPosition } from './notifier.ts'
import { onPassing, PASSING_CHANNEL, readPassing } from './passing.ts'
import { onPublished } from './publish.ts'
import { insertTopics, listEventsAfter, listPositions, type Position } from './queries.ts'
import { followingBytes, refusedBytes, type Stream } from './stream.ts'

const TICK_MS = 1000
/** A process that is killed between its commit and its notification delays events by this, and loses none. */
const COMPARE_EVERY_MS = 10_000
/** Topics of one query. */
const TOPICS_AT_ONCE = 500
/** Sessions that are checked at the same time. */
const CHECKS_AT_ONCE = 10

/** A topic to follow; `since`: the number of the last event the client had. */
export interface Wanted {
  topic: string
  since: number | null
}

/** What one node knows of its streams and their topics. */
export interface Hub {
  /** Sends where the topics are and what was missed, and everything from then on. */
  follow(stream: Stream, wanted: readonly Wanted[]): Promise<void>
  leave(stream: Stream): void
  /** Ends every stream; their clients go to another node. */
  close(): void
}

export async function openHub(options: {
  db: Db
  listener: Listener
  log: Log
  mayFollow: (viewer: Viewer, topic: string) => Promise<boolean>
  listKeptApart: (userId: string) => Promise<ReadonlySet<string>>
  /** Whether a topic's past events may be sent again. */
  isRepeated: (topic: string) => boolean
}): Promise<Hub> {
  const { db, listener, log, mayFollow, listKeptApart, isRepeated } = options
  const topics = new Map<string, FollowedTopic>()
  const streams = new Set<Stream>()
  const due = new Set<string>()
  const notifier = createNotifier(listener)
  let isReading = false
  let isChecking = false
  let comparedAtMs = performance.now()

  /** A position somebody told: events up to it are read, once for all streams. */
  function hear({ topic, seq }: Position): void {
    const followed = topics.get(topic)
    if (!followed) return
    followed.toldSeq = Math.max(followed.toldSeq, seq)
    if (followed.readSeq === null || followed.readSeq >= seq) return
    due.add(topic)
    if (!isReading) void readDue()
  }

  async function readDue(): Promise<void> {
    isReading = true
    try {
      while (due.size > 0) await readSome([...due].slice(0, TOPICS_AT_ONCE))
    } catch (error) {
      // The comparison finds them again.
      due.clear()
      log.warn({ err: error }, 'events could not be read yet')
    } finally {
      isReading = false
    }
  }

  async function readSome(names: readonly string[]): Promise<void> {
    for (const topic of names) due.delete(topic)
    const wanted = names.map((topic) => ({ topic, after: topics.get(topic)?.readSeq ?? null }))
    for (const news of await listEventsAfter(db, wanted)) {
      topics.get(news.topic)?.deliver(news)
      if (hasMore(news)) due.add(news.topic)
    }
  }

  async function compare(): Promise<void> {
    comparedAtMs = performance.now()
    const names = [...topics.keys()]
    try {
      for (let at = 0; at < names.length; at += TOPICS_AT_ONCE)
        for (const position of await listPositions(db, names.slice(at, at + TOPICS_AT_ONCE))) hear(position)
    } catch (error) {
      log.warn({ err: error }, 'events could not be compared')
    }
  }

  async function checkDue(): Promise<void> {
    if (isChecking) return
    isChecking = true
    const nowMs = performance.now()
    const waiting = [...streams].filter((stream) => stream.isCheckDue(nowMs))
    for (let at = 0; at < waiting.length; at += CHECKS_AT_ONCE)
      await Promise.all(waiting.slice(at, at + CHECKS_AT_ONCE).map(check))
    isChecking = false
  }

  /** A database that is away takes nothing from anyone; it has no events to give either. */
  async function check(stream: Stream): Promise<void> {
    try {
      const viewer = await stream.findViewer()
      if (!viewer) return stream.end()
      stream.keptApart = await listKeptApart(viewer.id)
      for (const topic of stream.sent.keys()) {
        if (await mayFollow(viewer, topic)) continue
        drop(stream, topic)
        stream.write(refusedBytes(topic))
      }
    } catch (error) {
      log.warn({ err: error }, 'the session of a stream could not be checked yet')
    }
  }

  function drop(stream: Stream, topic: string): void {
    stream.sent.delete(topic)
    const followed = topics.get(topic)
    followed?.streams.delete(stream)
    if (followed?.streams.size !== 0) return
    followed.stop()
    topics.delete(topic)
  }

  function leave(stream: Stream): void {
    streams.delete(stream)
    for (const topic of stream.sent.keys()) drop(stream, topic)
  }

  const timer = setInterval(() => {
    const nowMs = performance.now()
    for (const stream of streams) stream.keepAlive(nowMs)
    if (nowMs - comparedAtMs >= COMPARE_EVERY_MS) void compare()
    void checkDue()
  }, TICK_MS).unref()
  const stopHearing = onPublished(db, notifier.tell)
  const stopPassing = onPassing(db, (event) => {
    void listener.notify(PASSING_CHANNEL, [JSON.stringify(event)])
  })
  await listener.listen({
    name: PASSING_CHANNEL,
    onMessage(payload) {
      const event = readPassing(payload)
      if (event) topics.get(event.topic)?.pass(event)
    },
    // What was missed is over.
    onGap: () => undefined,
  })
  await listener.listen({
    name: CHANNEL,
    onMessage(payload) {
      for (const word of payload.split(' ')) {
        const position = readPosition(word)
        if (position) hear(position)
      }
    },
    onGap: () => void compare(),
  })

  return {
    async follow(stream, wanted) {
      streams.add(stream)
      for (const { topic } of wanted) {
        stream.sent.set(topic, null)
        stream.held.set(topic, [])
        const followed = topics.get(topic) ?? followTopic()
        topics.set(topic, followed)
        followed.streams.add(stream)
      }
      const names = wanted.map(({ topic }) => topic)
      await insertTopics(db, names)
      const news = await listEventsAfter(
        db,
        wanted.map(({ topic, since }) => ({ topic, after: since })),
      )
      stream.write(followingBytes(news))
      for (const ofTopic of news) {
        const since = wanted.find(({ topic }) => topic === ofTopic.topic)?.since ?? null
        catchUp(stream, ofTopic, { since, isRepeated: isRepeated(ofTopic.topic) })
        const followed = topics.get(ofTopic.topic)
        if (!followed) continue
        followed.readSeq ??= ofTopic.seq
        hear({ topic: ofTopic.topic, seq: followed.toldSeq })
      }
      // One was pruned at this very moment: the client comes back, and it is made again.
      if (news.length < wanted.length) stream.end()
    },
    leave,
    close() {
      clearInterval(timer)
      stopHearing()
      stopPassing()
      notifier.stop()
      for (const stream of streams) stream.end()
    },
  }
}
