import { Worker } from 'node:worker_threads'

import type { Log } from '../log.ts'
import type { SenderFault } from './limits.ts'
import type { IncomingFacts } from './publication.ts'
import type { FromThread, ThreadSettings, ToThread } from './thread-words.ts'

export interface IncomingSegment {
  bytes: Buffer
  durationMs: number
  /** A decoder can begin with it. */
  isKeyframeFirst: boolean
}

/** One sender that may publish. Its calls come one after another. */
export interface Receiver {
  /** Only the newest connection of an owner stays. */
  owner: string
  init: (init: { bytes: Buffer; mime: string; width: number; height: number }) => Promise<void>
  segment: (segment: IncomingSegment) => Promise<void>
  /** Every two seconds. `begin`: a new beginning, whose time starts at zero; `cut`: the sender may not go on. */
  facts: (facts: IncomingFacts) => Promise<'go on' | 'begin' | 'cut'>
  /** `fault`: what the sender can change about it. */
  end: (reason: string, fault: SenderFault | null) => Promise<void>
}

export interface RtmpIntake {
  /** Where it listens. */
  port: Promise<number>
  close: () => Promise<void>
}

interface Options extends ThreadSettings {
  /** null: the key isn't one. */
  authorize: (key: string, address: string) => Promise<Receiver | null>
  log: Log
  /** The thread's program, for tests. */
  script?: URL
}

interface Sender {
  receiver: Receiver
  work: Promise<void>
  hasFailed: boolean
}

const HEAP_MB = 128
const RETURN_MS = { first: 500, most: 30_000 }
const SCRIPT = new URL('./intake-thread.ts', import.meta.url)

/**
 * Takes broadcasts from streaming software. What strangers send is read in a thread with a heap of its own; when that
 * dies, senders are cut off, the server isn't, and another thread takes its place.
 */
export function openRtmpIntake({ authorize, log, script = SCRIPT, ...settings }: Options): RtmpIntake {
  const listening = Promise.withResolvers<number>()
  let isClosed = false
  let returnMs = RETURN_MS.first
  let timer: NodeJS.Timeout | undefined
  let thread: Worker | null = null
  let senders = new Map<number, Sender>()
  /** Connections whose key is being checked. */
  let asking = new Set<number>()
  let works: Promise<void> = Promise.resolve()

  function start(): void {
    const started = new Worker(script, {
      workerData: settings,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    thread = started
    started.on('message', (word: FromThread) => hear(started, word))
    started.on('error', (error) => log.error({ err: error }, 'RTMP: the thread failed'))
    started.on('exit', () => {
      if (thread !== started) return
      thread = null
      for (const [id] of senders) endSender(id, 'the thread ended', null)
      senders = new Map()
      asking = new Set()
      if (isClosed) return
      timer = setTimeout(start, returnMs)
      returnMs = Math.min(returnMs * 2, RETURN_MS.most)
    })
  }

  function tell(to: Worker, word: ToThread): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is a thread, no window
    if (thread === to) to.postMessage(word)
  }

  async function showKey(from: Worker, id: number, { key, address }: { key: string; address: string }) {
    asking.add(id)
    let receiver: Receiver | null = null
    try {
      receiver = await authorize(key, address)
    } catch (error) {
      log.error({ err: error }, 'RTMP: a key couldn’t be checked')
    }
    if (thread !== from || !asking.delete(id)) return
    if (receiver) senders.set(id, { receiver, work: Promise.resolve(), hasFailed: false })
    tell(from, { kind: 'answer', connection: id, owner: receiver?.owner ?? null })
  }

  /** After what the sender sent before. Whatever fails ends the sender; encoders come back. */
  function follow(from: Worker, id: number, work: (receiver: Receiver) => Promise<void>): void {
    const sender = senders.get(id)
    if (!sender) return
    const attempt = async (before: Promise<void>) => {
      await before
      if (sender.hasFailed) return
      try {
        await work(sender.receiver)
      } catch (error) {
        sender.hasFailed = true
        log.warn({ err: error }, 'RTMP: a sender is cut off')
        tell(from, { kind: 'cut', connection: id })
      }
    }
    sender.work = attempt(sender.work)
  }

  function endSender(id: number, reason: string, fault: SenderFault | null): void {
    asking.delete(id)
    const sender = senders.get(id)
    if (!sender) return
    senders.delete(id)
    const ended = sender.work
      .then(() => sender.receiver.end(reason, fault))
      .catch((error: unknown) => log.warn({ err: error }, 'RTMP: an end couldn’t be noted'))
    works = Promise.all([works, ended]).then(() => undefined)
  }

  function hear(from: Worker, word: FromThread): void {
    if (word.kind === 'listening') {
      returnMs = RETURN_MS.first
      listening.resolve(word.port)
      // The port stays the same when the thread comes back.
      settings.port = word.port
      return
    }
    const { connection: id } = word
    if (word.kind === 'key') void showKey(from, id, word)
    else if (word.kind === 'init')
      follow(from, id, (receiver) => receiver.init({ ...word, bytes: bufferOf(word.bytes) }))
    else if (word.kind === 'segment')
      follow(from, id, async (receiver) => {
        const { durationMs, isKeyframeFirst } = word
        await receiver.segment({ bytes: bufferOf(word.bytes), durationMs, isKeyframeFirst })
        tell(from, { kind: 'taken', connection: id })
      })
    else if (word.kind === 'facts')
      follow(from, id, async (receiver) => {
        const next = await receiver.facts(word.facts)
        if (next !== 'go on') tell(from, { kind: next, connection: id })
      })
    else endSender(id, word.reason, word.fault)
  }

  start()
  return {
    port: listening.promise,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await thread?.terminate()
      await works
    },
  }
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
