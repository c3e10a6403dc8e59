import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const CONNECTIONS = 100
/** Each has as many as an address may, so that all of them get in. */
const ADDRESSES = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5', '127.0.0.6'] as const
/** Ten seconds to publish, and some for a busy machine. */
const CUT_WITHIN_MS = 15_000
const AGAIN_AFTER_MS = 500

const hello = () => Buffer.concat([Buffer.of(3), Buffer.alloc(8), randomBytes(1528), Buffer.alloc(1536)])

/** A command of texts alone. */
function command(...texts: string[]): Buffer {
  const values = texts.map((text) => {
    const bytes = Buffer.from(text)
    return Buffer.concat([Buffer.of(2, bytes.length >> 8, bytes.length & 255), bytes])
  })
  const payload = Buffer.concat(values)
  const header = Buffer.of(3, 0, 0, 0, 0, 0, payload.length, 20, 0, 0, 0, 0)
  return Buffer.concat([header, payload])
}

/** What each kind says at first, and every tenth of a second after that. */
const KINDS: readonly (() => { first: Buffer; next: Buffer })[] = [
  // Garbage, with and without a handshake.
  () => ({ first: randomBytes(4096), next: randomBytes(4096) }),
  () => ({ first: Buffer.concat([hello(), randomBytes(1024)]), next: randomBytes(1024) }),
  // Slow: a byte at a time.
  () => ({ first: Buffer.of(3), next: Buffer.of(0) }),
  // Eight messages of 16 MB each are announced, and come as slowly as they may.
  () => ({
    first: Buffer.concat([hello(), Buffer.of(3, 0, 0, 0, 0xff, 0xff, 0xff, 9, 1, 0, 0, 0)]),
    next: Buffer.alloc(64),
  }),
  // A wrong key, again and again.
  () => ({
    first: Buffer.concat([hello(), command('publish', '', '', randomBytes(12).toString('hex'))]),
    next: Buffer.alloc(0),
  }),
]

/** A hundred at a time, until told to stop; answers in words who wasn't cut off. */
export async function hostileSenders(port: number, until: AbortSignal): Promise<string[]> {
  const wrong: string[] = []
  const senders = Array.from({ length: CONNECTIONS }, async (_, index) => {
    while (!until.aborted) {
      const openMs = await attack(port, index, until)
      if (openMs > CUT_WITHIN_MS) wrong.push(`hostile kind ${index % KINDS.length} was kept for ${openMs} ms`)
      await sleep(AGAIN_AFTER_MS)
    }
  })
  await Promise.all(senders)
  return wrong
}

async function attack(port: number, index: number, until: AbortSignal): Promise<number> {
  const beganAt = Date.now()
  const localAddress = ADDRESSES[index % ADDRESSES.length] ?? ADDRESSES[0]
  const kind = KINDS[Math.floor(index / ADDRESSES.length) % KINDS.length]
  if (!kind) return 0
  const { first, next } = kind()
  const socket = connect({ host: '127.0.0.1', port, localAddress })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.on('error', () => undefined)
  socket.resume()
  socket.write(first)
  const more = setInterval(() => socket.write(next), 100)
  const stop = () => socket.destroy()
  until.addEventListener('abort', stop)
  await closed
  until.removeEventListener('abort', stop)
  clearInterval(more)
  return Date.now() - beganAt
}
