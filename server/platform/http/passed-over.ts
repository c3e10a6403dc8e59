import type { IncomingMessage } from 'node:http'

/*
 * Reads the rest of a refused body. Browsers show the answer only once they have sent everything, so it is read and
 * thrown away; but all of them together no faster than a good line brings one, and in turns: fast senders next door
 * would keep the node busy with copying.
 */

/** Little and often: meanwhile other requests wait for each read. */
const TICK_MS = 10
/** A body announced as no larger than a call without files is read at once. */
const SMALL_BYTES = 1_100_000
/** 6.5 MB a second: a line of 50 Mbit. It is also what Node reads at once. */
const BYTES_A_TICK = 65_536
/** Any more don't even wait: each holds megabytes of the system's memory. */
const WAITING_MAX = 16

/** How many bytes of each came since its last turn; the longest waiting comes first. */
const waiting = new Map<IncomingMessage, number>()
let ticking: NodeJS.Timeout | null = null

/**
 * Reads the rest of a request, slowly, until it ends; closing the connection is up to the caller. Returns whether it is
 * read at all: false if there are too many.
 */
export function passOver(request: IncomingMessage): boolean {
  if (waiting.has(request)) return true
  if (request.destroyed) return false
  const isSmall = Number(request.headers['content-length'] ?? Infinity) <= SMALL_BYTES
  if (!isSmall) {
    // Start reading once, or Node takes it for an unwanted body and reads all of it.
    request.read(0)
    request.pause()
  }
  if (waiting.size >= WAITING_MAX && !isSmall) return false
  waiting.set(request, isSmall ? -SMALL_BYTES : 0)
  request.on('data', (piece: Buffer) => {
    const before = waiting.get(request)
    const count = (before ?? 0) + piece.length
    if (before === undefined) return
    waiting.set(request, count)
    if (count >= BYTES_A_TICK) request.pause()
  })
  // Adding the listener makes it flow.
  if (!isSmall) request.pause()
  const { socket } = request
  const forget = (): void => {
    waiting.delete(request)
    socket.off('close', forget)
  }
  request.once('end', forget).once('close', forget).once('error', forget)
  // Once it is answered, a request no longer learns that its connection ended.
  socket.once('close', forget)
  ticking ??= setInterval(readSome, TICK_MS).unref()
  return true
}

function readSome(): void {
  if (waiting.size === 0 && ticking !== null) {
    clearInterval(ticking)
    ticking = null
  }
  // A request that isn't paused has sent nothing more since its last turn, and keeps nobody waiting.
  const next = [...waiting.keys()].find((request) => request.isPaused())
  if (!next) return
  waiting.delete(next)
  waiting.set(next, 0)
  next.resume()
}
