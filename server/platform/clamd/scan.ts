import net from 'node:net'
import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'

import type { ClamdAddress } from './address.ts'

/*
 * The one command of clamd that we need: INSTREAM, which takes bytes instead of a path (clamd(8)). The bytes follow in
 * chunks, each after its length in four bytes, and end with an empty one.
 */

/** What clamd found in a file; null: nothing. */
export type Finding = string | null

/** clamd can't be reached, broke off, or answered with an error: the file may be scanned later. */
export class ScannerUnavailable extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`The virus scanner is not available: ${reason}`, options)
    this.name = 'ScannerUnavailable'
  }
}

/** The file is longer than clamd is configured to take (`StreamMaxLength`): it will never be scanned. */
export class TooLargeToScan extends Error {
  constructor() {
    super('The file is longer than the StreamMaxLength of clamd')
    this.name = 'TooLargeToScan'
  }
}

/** A chunk's length has four bytes, and clamd holds one chunk in memory. */
const CHUNK_MAX_BYTES = 1024 * 1024

/** An archive takes clamd minutes, in which it says nothing. */
const SCAN_TIMEOUT_MS = 15 * 60_000
const ANSWER_MAX_BYTES = 4096

/**
 * Has a file scanned while it is read. Throws {@link TooLargeToScan}, {@link ScannerUnavailable}, the error of the
 * source, or the signal's reason. clamd resets the connection once a file is too long, which now and then loses its answer:
 * then it was unavailable, and the next attempt says why.
 */
export async function scanForViruses(
  address: ClamdAddress,
  source: Readable,
  signal: AbortSignal,
): Promise<Finding> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(SCAN_TIMEOUT_MS)])
  const socket = net.connect({ ...address, signal: limited })
  const answer = readAnswer(socket)
  // It may come before the last byte is sent: then there is nothing more to send.
  const sending = send(socket, source)
  try {
    return findingIn(await Promise.race([answer, sending.then(() => answer)]))
  } catch (error) {
    signal.throwIfAborted()
    if (limited.aborted) throw new ScannerUnavailable('it took too long', { cause: error })
    throw error
  } finally {
    socket.destroy()
    source.destroy()
    await Promise.allSettled([answer, sending])
  }
}

async function send(socket: net.Socket, source: Readable): Promise<void> {
  await write(socket, Buffer.from('zINSTREAM\0'))
  for await (const read of source) {
    const bytes = read as Buffer
    for (let at = 0; at < bytes.length; at += CHUNK_MAX_BYTES) {
      const chunk = bytes.subarray(at, at + CHUNK_MAX_BYTES)
      // An answer that has come is read first: writing to a connection that was reset would throw it away.
      await setImmediate()
      if (!(await write(socket, Buffer.concat([lengthOf(chunk), chunk])))) return
    }
  }
  await write(socket, lengthOf(Buffer.alloc(0)))
}

function lengthOf(chunk: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(chunk.length)
  return length
}

/** Resolves once clamd can take more; to false when it takes nothing more, and its answer says why. */
function write(socket: net.Socket, bytes: Buffer): Promise<boolean> {
  return new Promise((resolve) => socket.write(bytes, (error) => resolve(!error)))
}

function readAnswer(socket: net.Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const settle = (error?: Error) => {
      const end = text.indexOf('\0')
      if (end !== -1) resolve(text.slice(0, end))
      else reject(new ScannerUnavailable(error?.message ?? 'it closed the connection', { cause: error }))
    }
    socket.setEncoding('utf8')
    socket.on('data', (part: string) => {
      text += part
      if (text.includes('\0') || text.length > ANSWER_MAX_BYTES) settle()
    })
    socket.on('error', settle)
    socket.on('close', () => settle())
  })
}

function findingIn(answer: string): Finding {
  if (answer === 'stream: OK') return null
  if (answer.startsWith('stream: ') && answer.endsWith(' FOUND'))
    return answer.slice('stream: '.length, -' FOUND'.length)
  if (answer.startsWith('INSTREAM size limit exceeded')) throw new TooLargeToScan()
  throw new ScannerUnavailable(`it answered "${answer}"`)
}
