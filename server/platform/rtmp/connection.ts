import type { Socket } from 'node:net'

import {
  BEFORE_PUBLISHING,
  RATE,
  RtmpRefused,
  type SenderFault,
  SILENCE_MS,
  UNTAKEN_MS,
  UNTAKEN_SEGMENTS_MAX,
} from './limits.ts'
import { createPublication, type IncomingFacts, type PublicationEvents } from './publication.ts'
import { createRtmpSession } from './session.ts'

export interface ConnectionEvents extends PublicationEvents {
  onKey: (key: string) => void
  onFacts: (facts: IncomingFacts) => void
  /** Once, for whatever reason; nothing follows. */
  onEnd: (reason: string, fault: SenderFault | null) => void
}

export interface Connection {
  answer: (isAllowed: boolean) => void
  /** One of the segments was stored. */
  taken: () => void
  beginAnew: () => void
  cut: (reason: string) => void
}

interface Ending {
  lingersMs?: number
  fault?: SenderFault | null
}

const FACTS_EVERY_MS = 2000
/** Time for the refusal to arrive. */
const FAREWELL_MS = 500
/** Our answers are short: who doesn't read them is no encoder. */
const UNREAD_BYTES_MAX = 64 * 1024

/** One sender: its socket, its patience and its limits. */
export function openConnection(socket: Socket, events: ConnectionEvents): Connection {
  let isOver = false
  let untaken = 0
  let received = { bytes: 0, sinceMs: Date.now() }
  let factsTimer: NodeJS.Timeout | undefined
  let untakenTimer: NodeJS.Timeout | undefined
  let silence: NodeJS.Timeout | undefined
  const deadline = setTimeout(() => end('didn’t publish in time'), BEFORE_PUBLISHING.ms)
  const publication = createPublication({
    onInit: events.onInit,
    onSegment(bytes, durationMs, isKeyframeFirst) {
      untaken += 1
      events.onSegment(bytes, durationMs, isKeyframeFirst)
      if (untaken < UNTAKEN_SEGMENTS_MAX || isOver) return
      socket.pause()
      untakenTimer ??= setTimeout(() => end('segments couldn’t be stored'), UNTAKEN_MS)
    },
  })
  const session = createRtmpSession({
    write(bytes) {
      socket.write(bytes)
      if (socket.writableLength > UNREAD_BYTES_MAX) throw new RtmpRefused('doesn’t read')
    },
    onKey(key) {
      socket.pause()
      events.onKey(key)
    },
    onMedia(message) {
      hear()
      publication.take(message)
    },
    onEnd: () => end('ended by the sender'),
  })

  function hear(): void {
    if (silence) silence.refresh()
    else silence = setTimeout(() => end('sent nothing'), SILENCE_MS)
  }

  function end(reason: string, { lingersMs = 0, fault = null }: Ending = {}): void {
    if (isOver) return
    isOver = true
    for (const timer of [deadline, untakenTimer, silence, factsTimer]) clearTimeout(timer)
    try {
      publication.pause()
    } catch {
      // What was left isn't worth a segment.
    }
    socket.end()
    setTimeout(() => socket.destroy(), lingersMs)
    events.onEnd(reason, fault)
  }

  function limitRate(bytes: number): void {
    const now = Date.now()
    if (now - received.sinceMs > RATE.windowMs) received = { bytes: 0, sinceMs: now }
    received.bytes += bytes
    if (received.bytes > RATE.bytes) throw new RtmpRefused('sends too much', 'too_much')
  }

  function attempt(work: () => void): void {
    if (isOver) return
    try {
      work()
    } catch (error) {
      if (error instanceof RtmpRefused) end(error.message, { fault: error.fault })
      else end('sent what can’t be read')
    }
  }

  socket.setNoDelay(true)
  socket.on('data', (bytes: Buffer) =>
    attempt(() => {
      limitRate(bytes.length)
      session.read(bytes)
    }),
  )
  socket.on('error', () => end('the line broke'))
  socket.on('end', () => end('ended by the sender'))
  socket.on('close', () => end('the line broke'))

  return {
    answer(isAllowed) {
      attempt(() => {
        session.answer(isAllowed)
        if (!isAllowed) return end('showed a wrong key', { lingersMs: FAREWELL_MS })
        clearTimeout(deadline)
        hear()
        factsTimer = setInterval(() => {
          const facts = publication.facts()
          if (facts) events.onFacts(facts)
        }, FACTS_EVERY_MS)
        socket.resume()
      })
    },
    taken() {
      untaken -= 1
      if (isOver || untaken >= UNTAKEN_SEGMENTS_MAX) return
      clearTimeout(untakenTimer)
      untakenTimer = undefined
      socket.resume()
    },
    beginAnew: () => attempt(() => publication.pause()),
    cut: (reason) => end(reason),
  }
}
