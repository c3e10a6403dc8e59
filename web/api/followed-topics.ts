import { GAP, TOPICS_MAX } from '#contract/realtime.ts'

import { readEventStream, type TopicEvent } from './event-stream.ts'
import { areEventsLost, noteEventsLost } from './events-lost.ts'
import { onBackOnline } from './online.ts'

/*
 * A browser's tabs share one stream: the tab that holds the lock reads it, and passes events on to the others. When it
 * closes, the lock goes to another tab, which continues where all of them were. While there is no stream, every tab asks
 * anew whatever it shows, each time the stream was tried in vain.
 */

const NAME = 'cheers-events'
const RETRY_AFTER_MS = 1000
const RETRY_AFTER_MAX_MS = 30_000
/** One failure is a node that stops, or a network that changes. */
const FAILURES_UNTOLD = 1

type Message =
  /** A tab's topics; none when it leaves. */
  | { kind: 'wants'; tab: string; topics: string[] }
  /** From a tab that has just begun to read. */
  | { kind: 'who-wants' }
  /** `to`: only for this tab. */
  | { kind: 'event'; event: TopicEvent; to?: string }
  /** Whether there are no events at the moment. */
  | { kind: 'lost'; isLost: boolean }

const tab = crypto.randomUUID()
const channel = new BroadcastChannel(NAME)
const listeners = new Map<string, Set<(event: TopicEvent) => void>>()
const positions = new Map<string, number>()
/** Of the other tabs; used by the one that reads. */
const wants = new Map<string, readonly string[]>()
let turn: AbortController | null = null
let reading: AbortController | null = null

channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  if (data.kind === 'event') {
    if (data.to === undefined || data.to === tab) hear(data.event)
  } else if (data.kind === 'lost') hearLost(data.isLost)
  else if (data.kind === 'who-wants') tellWants()
  else noteWants(data.tab, data.topics)
})
// A page that may come back keeps neither the stream nor the lock meanwhile.
globalThis.addEventListener('pagehide', () => {
  post({ kind: 'wants', tab, topics: [] })
  endTurn()
})
globalThis.addEventListener('pageshow', () => {
  tellWants()
  if (listeners.size > 0) beginTurn()
})

/** Calls back with every event of a topic, and with a gap when some may have been missed. */
export function followTopic(topic: string, listener: (event: TopicEvent) => void): () => void {
  const ofTopic = listeners.get(topic) ?? new Set()
  const isNew = ofTopic.size === 0
  listeners.set(topic, ofTopic.add(listener))
  if (isNew) tellWants()
  if (!turn) beginTurn()
  // With another topic the stream begins anew, and says what was missed since it was last followed here.
  else if (isNew) reading?.abort()
  return () => {
    ofTopic.delete(listener)
    if (ofTopic.size > 0) return
    listeners.delete(topic)
    tellWants()
    if (listeners.size === 0) endTurn()
  }
}

function beginTurn(): void {
  if (turn) return
  turn = new AbortController()
  void takeTurn(turn.signal)
}

function endTurn(): void {
  turn?.abort()
  turn = null
  noteEventsLost(false)
}

/** Waits for the lock, and reads while this tab has topics. Browsers lock on https and localhost alone. */
async function takeTurn(signal: AbortSignal): Promise<void> {
  try {
    if ('locks' in navigator) await navigator.locks.request(NAME, { signal }, () => readForAll(signal))
    else await readForAll(signal)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

async function readForAll(signal: AbortSignal): Promise<void> {
  wants.clear()
  post({ kind: 'who-wants' })
  let failures = 0
  while (!signal.aborted) {
    const topics = new Set([...listeners.keys(), ...[...wants.values()].flat()])
    reading = new AbortController()
    const either = AbortSignal.any([signal, reading.signal])
    let isReplaced = false
    try {
      const given = [...topics].slice(0, TOPICS_MAX)
      ;({ isReplaced } = await readEventStream(given, positions, { following, event: share }, either))
      failures = 0
    } catch {
      failures += 1
    }
    // Other topics are asked for at once; they are no failure.
    if (reading.signal.aborted) failures = 0
    else if (!signal.aborted) {
      if (failures > FAILURES_UNTOLD) tellLost(true)
      // One that was replaced would take the place of another: they take turns, slowly.
      await pause(isReplaced ? RETRY_AFTER_MAX_MS : RETRY_AFTER_MS * 2 ** failures, signal)
    }
  }
  reading = null
}

function following(at: ReadonlyMap<string, number>): void {
  tellLost(false)
  for (const [topic, seq] of at)
    // What changed before there was a stream was told to nobody.
    if (!positions.has(topic)) share({ topic, seq, name: GAP, data: {} })
}

function share(event: TopicEvent): void {
  post({ kind: 'event', event })
  hear(event)
}

function hear(event: TopicEvent): void {
  positions.set(event.topic, event.seq)
  for (const listener of listeners.get(event.topic) ?? []) listener(event)
}

function tellLost(is: boolean): void {
  if (!is && !areEventsLost()) return
  post({ kind: 'lost', isLost: is })
  hearLost(is)
}

function hearLost(is: boolean): void {
  noteEventsLost(is)
  if (!is) return
  for (const [topic, ofTopic] of listeners)
    for (const listener of ofTopic) listener({ topic, seq: 0, name: GAP, data: {} })
}

function noteWants(of: string, topics: readonly string[]): void {
  const known = new Set([...listeners.keys(), ...[...wants.values()].flat()])
  if (topics.length === 0) wants.delete(of)
  else wants.set(of, topics)
  if (!reading) return
  if (topics.some((topic) => !known.has(topic))) return reading.abort()
  // It may have missed what came before it listened.
  for (const topic of topics) {
    const seq = positions.get(topic)
    if (seq !== undefined) post({ kind: 'event', event: { topic, seq, name: GAP, data: {} }, to: of })
  }
}

function tellWants(): void {
  post({ kind: 'wants', tab, topics: [...listeners.keys()] })
}

function post(message: Message): void {
  // Other than a window's, a channel's messages have no target: they reach this origin alone.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(message)
}

/** Not all browsers of a node that stopped come back in the same moment. */
function pause(wantedMs: number, signal: AbortSignal): Promise<void> {
  const ms = Math.min(wantedMs, RETRY_AFTER_MAX_MS) * (0.5 + Math.random() / 2)
  return new Promise((resolve) => {
    const stopWaiting = onBackOnline(end)
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
    function end(): void {
      clearTimeout(timer)
      stopWaiting()
      signal.removeEventListener('abort', end)
      resolve()
    }
  })
}
