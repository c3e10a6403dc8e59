import type { IncomingMessage } from 'node:http'

import { freeChunk } from './free-chunk.ts'

/*
 * What is still sent of a body that was refused. Browsers show the answer only once they have sent everything, so it is
 * read and thrown away; but no faster than a good line brings it, and of a few requests at a time: whoever sends from
 * next door would keep the node busy with copying.
 */

/** Little and often: whoever asks meanwhile waits for what is read in one go. */
const TICK_MS = 5
/** What says that it is no larger than a call without files is read at once. */
const SMALL_BYTES = 1_100_000
/** 13 MB a second of each: a line of 100 Mbit. It is also what Node reads at once. */
const BYTES_A_TICK = 65_536
/** Of so many at a time; what the others send waits, until their connections are closed. */
const READ_AT_ONCE = 4
/** More than these do not even wait: each holds megabytes of the system's memory. */
const WAITING_MAX = 16

/** How many bytes of each came since it was last read on; who has waited longest comes first. */
const waiting = new Map<IncomingMessage, number>()
let ticking: NodeJS.Timeout | null = null

/**
 * Reads on what is left of a request, slowly. It ends by itself; when to close the connection is the caller's to say.
 * Answers whether it is read at all: false for one of too many.
 */
export function passOver(request: IncomingMessage): boolean {
  if (waiting.has(request)) return true
  if (request.destroyed) return false
  const isSmall = Number(request.headers['content-length'] ?? Infinity) <= SMALL_BYTES
  if (!isSmall) {
    // Looked at once, or Node takes it for a body that nobody wants and reads all of it.
    request.read(0)
    request.pause()
  }
  if (waiting.size >= WAITING_MAX && !isSmall) return false
  waiting.set(request, isSmall ? -SMALL_BYTES : 0)
  request.on('data', (piece: Buffer) => {
    const before = waiting.get(request)
    const count = (before ?? 0) + piece.length
    freeChunk(piece)
    if (before === undefined) return
    waiting.set(request, count)
    if (count >= BYTES_A_TICK) request.pause()
  })
  // Listening makes it flow.
  if (!isSmall) request.pause()
  const { socket } = request
  const forget = (): void => {
    waiting.delete(request)
    socket.off('close', forget)
  }
  request.once('end', forget).once('close', forget).once('error', forget)
  // Once it is answered, a request is not told any more that its connection ended.
  socket.once('close', forget)
  ticking ??= setInterval(readSome, TICK_MS).unref()
  return true
}

function readSome(): void {
  if (waiting.size === 0 && ticking !== null) {
    clearInterval(ticking)
    ticking = null
  }
  // Who is not paused has sent nothing more since its last turn, and keeps nobody waiting.
  const paused = [...waiting.keys()].filter((request) => request.isPaused())
  for (const request of paused.slice(0, READ_AT_ONCE)) {
    waiting.delete(request)
    waiting.set(request, 0)
    request.resume()
  }
}
