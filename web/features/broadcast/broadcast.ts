import { CallError } from '#web/api/call.ts'

import { type Encoding, startEncoding } from './encode.ts'
import { type Segment, type SegmentQueue, type Sent, startQueue } from './segment-queue.ts'
import { type Size, SIZES } from './sizes.ts'
import { openUplink, type Uplink } from './uplink.ts'

/** `steady`: all is sent as it comes; `slow`: it falls behind; `lost`: nothing gets through at the moment. */
export type Line = 'steady' | 'slow' | 'lost'

/** `over`: the server ended it; `stuck`: the browser encodes nothing. */
export type Phase = 'off' | 'starting' | 'on_air' | 'ending' | 'over' | 'failed' | 'stuck'

export interface BroadcastState {
  phase: Phase
  line: Line
  /** Bits a second, of what went out last. */
  bitrate: number
  waitingMs: number
  /** Why it couldn't begin; for its creator to read. Empty: it isn't known. */
  problem: string
}

export interface BroadcastSources {
  video: MediaStreamTrack
  audio: MediaStreamTrack
  size: Size
}

export interface Broadcast {
  state: () => BroadcastState
  start: (sources: BroadcastSources) => Promise<void>
  /** Goes on with another picture, after a moment without one. */
  change: (sources: BroadcastSources) => Promise<void>
  /** Sends what is left, before its session is ended. */
  finish: () => Promise<void>
  /** Ends it at once: the page is left. */
  stop: () => void
  hurry: () => void
}

const OFF: BroadcastState = { phase: 'off', line: 'steady', bitrate: 0, waitingMs: 0, problem: '' }
/** More than that waits: the line is slower than the picture. */
const SLOW_FROM_MS = 4000
/** The bitrate is that of so many segments. */
const MEASURED = 5
const DRAIN_MS = 8000
/** A slow machine needs ten seconds until something is encoded; encoders that hang say nothing at all. */
const ENCODED_WITHIN_MS = 45_000

/** One creator's picture and sound on their way to a session. */
export function createBroadcast(liveSessionId: string, onChange: () => void): Broadcast {
  let state = OFF
  /** One that begins counts: whoever ends it waits for it. */
  let encoding: Promise<Encoding> | null = null
  /** Runs until something is encoded. */
  let encodedTimer: ReturnType<typeof setTimeout> | undefined
  let uplink: Uplink | null = null
  /** Until the server has answered: then what was filmed by now is being sent. */
  let opening: Promise<void> = Promise.resolve()
  /** Pictures that are changed, one after another: two at once would both be sent. */
  let changing: Promise<void> = Promise.resolve()
  let queue: SegmentQueue | null = null
  let recent: Segment[] = []

  function set(change: Partial<BroadcastState>) {
    state = { ...state, ...change }
    onChange()
  }

  function note({ sent, waitingMs, segment }: { sent: Sent; waitingMs: number; segment: Segment | null }) {
    if (segment) recent = [...recent, segment].slice(-MEASURED)
    const ms = recent.reduce((sum, { durationMs }) => sum + durationMs, 0)
    const bits = recent.reduce((sum, { bytes }) => sum + bytes.length * 8, 0)
    set({
      waitingMs,
      bitrate: ms === 0 ? 0 : (bits / ms) * 1000,
      line: sent === 'away' ? 'lost' : waitingMs > SLOW_FROM_MS ? 'slow' : 'steady',
      ...(segment && state.phase === 'starting' && { phase: 'on_air' as const }),
      ...(sent === 'over' && { phase: 'over' as const }),
    })
    if (sent === 'over') stopParts()
  }

  async function begin({ video, audio, size }: BroadcastSources) {
    const line = openUplink(liveSessionId, SIZES[size])
    const parts = startQueue({ send: line.send, resume: line.resume, onProgress: note })
    uplink = line
    queue = parts
    // Segments that are ready before the server has answered.
    const early: Segment[] = []
    let isOpen = false
    encodedTimer = setTimeout(() => giveUp({ phase: 'stuck' }), ENCODED_WITHIN_MS)
    encoding = startEncoding({
      video,
      audio,
      size,
      onHeader: (header) => {
        clearTimeout(encodedTimer)
        // The page was left, or it was given up: nobody would end what begins now.
        if (!isUnderWay()) return
        opening = line.open(header).then(() => {
          isOpen = true
          for (const segment of early) parts.add(segment)
          return undefined
        }, fail)
      },
      onSegment: (segment) => (isOpen ? parts.add(segment) : early.push(segment)),
      onFailure: fail,
    })
    await encoding
  }

  function isUnderWay() {
    return state.phase === 'starting' || state.phase === 'on_air' || state.phase === 'ending'
  }

  function fail(error: unknown) {
    giveUp({ phase: 'failed', problem: error instanceof CallError ? error.message : '' })
  }

  function giveUp(why: Pick<BroadcastState, 'phase'> & Partial<BroadcastState>) {
    if (state.phase === 'off' || state.phase === 'over') return
    stopParts()
    set(why)
  }

  function stopParts() {
    queue?.stop()
    void endEncoding()
    queue = null
  }

  async function endEncoding() {
    clearTimeout(encodedTimer)
    const ending = encoding
    encoding = null
    await within(
      ENCODED_WITHIN_MS,
      ending?.then((known) => known.finish()).catch(() => undefined),
    )
  }

  async function finishParts() {
    await endEncoding()
    await within(DRAIN_MS, opening)
    await queue?.drain(DRAIN_MS)
    queue?.stop()
    queue = null
  }

  async function changeTo(sources: BroadcastSources) {
    if (state.phase !== 'on_air') return
    await finishParts()
    await uplink?.close()
    // Ended meanwhile: what would begin now, nothing would end.
    if (state.phase !== 'on_air') return
    try {
      await begin(sources)
    } catch (error) {
      fail(error)
    }
  }

  async function start(sources: BroadcastSources) {
    recent = []
    set({ ...OFF, phase: 'starting' })
    try {
      await begin(sources)
    } catch (error) {
      fail(error)
    }
  }

  return {
    state: () => state,
    start,
    change(sources) {
      changing = changing.then(() => changeTo(sources))
      return changing
    },
    async finish() {
      if (state.phase !== 'on_air' && state.phase !== 'starting') return
      set({ phase: 'ending' })
      await within(ENCODED_WITHIN_MS, changing)
      await finishParts()
      // The end of its session is its end as well.
      uplink = null
      set({ ...OFF })
    },
    stop() {
      stopParts()
      void uplink?.close()
      uplink = null
      state = OFF
    },
    hurry: () => queue?.hurry(),
  }
}

/** What hangs is waited for no longer than this. */
async function within(ms: number, promise: Promise<void> | undefined): Promise<void> {
  await Promise.race([promise, new Promise((resolve) => void setTimeout(resolve, ms))])
}
