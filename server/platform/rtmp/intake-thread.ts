import { readFileSync, watchFile } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { parentPort, workerData } from 'node:worker_threads'

import { type Connection, openConnection } from './connection.ts'
import { BEFORE_PUBLISHING, PUBLISHERS_MAX, SOCKETS_MAX } from './limits.ts'
import type { FromThread, ThreadSettings, ToThread } from './thread-words.ts'

/* The thread that sockets' RTMP comes to. It knows no database: it shows keys to the server and hands it segments. */

interface Sender {
  connection: Connection
  address: string
  owner: string | null
}

const { host, port, tls } = workerData as ThreadSettings
const CERTIFICATE_READ_EVERY_MS = 60_000

const senders = new Map<number, Sender>()
/** How many there are, by address. */
const sockets = new Map<string, number>()
let lastConnection = 0

function tell(word: FromThread, transferred: ArrayBuffer[] = []): void {
  parentPort?.postMessage(word, transferred)
}

/** Its bytes in a buffer of their own, which can be handed over without a copy. */
function own(bytes: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes)
}

function countSockets(address: string, by: number): void {
  const count = (sockets.get(address) ?? 0) + by
  if (count > 0) sockets.set(address, count)
  else sockets.delete(address)
}

/** Counts the socket from its first moment, TLS or not. */
function admit(socket: Socket): void {
  const address = socket.remoteAddress ?? ''
  socket.on('error', () => undefined)
  if ((sockets.get(address) ?? 0) >= BEFORE_PUBLISHING.socketsPerAddress) {
    socket.destroy()
    return
  }
  countSockets(address, 1)
  socket.once('close', () => countSockets(address, -1))
}

function serve(socket: Socket): void {
  if (socket.destroyed) return
  const id = (lastConnection += 1)
  const address = socket.remoteAddress ?? ''
  const connection = openConnection(socket, {
    onKey: (key) => tell({ kind: 'key', connection: id, key, address }),
    onInit({ bytes, ...init }) {
      const handed = own(bytes)
      tell({ kind: 'init', connection: id, bytes: handed, ...init }, [handed.buffer])
    },
    onSegment(bytes, durationMs, isKeyframeFirst) {
      const handed = own(bytes)
      tell({ kind: 'segment', connection: id, bytes: handed, durationMs, isKeyframeFirst }, [handed.buffer])
    },
    onFacts: (facts) => tell({ kind: 'facts', connection: id, facts }),
    onEnd(reason, fault) {
      senders.delete(id)
      tell({ kind: 'end', connection: id, reason, fault })
    },
  })
  senders.set(id, { connection, address, owner: null })
}

function answer(id: number, owner: string | null): void {
  const sender = senders.get(id)
  if (!sender) return
  const publishers = [...senders.values()].filter((one) => one.owner !== null)
  // An encoder that comes back doesn't wait until its broken line is noticed.
  if (owner !== null)
    for (const other of publishers) if (other.owner === owner) other.connection.cut('came back')
  const isAllowed = owner !== null && publishers.length < PUBLISHERS_MAX
  if (isAllowed) sender.owner = owner
  sender.connection.answer(isAllowed)
}

function open(): Server {
  if (tls === null) return createServer(serve).on('connection', admit)
  const context = () => ({ cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) })
  const server = createTlsServer({ ...context(), handshakeTimeout: BEFORE_PUBLISHING.ms }, serve)
  server.on('connection', admit)
  server.on('tlsClientError', (_error, socket) => socket.destroy())
  watchFile(tls.certFile, { interval: CERTIFICATE_READ_EVERY_MS, persistent: false }, () => {
    try {
      server.setSecureContext(context())
    } catch {
      // Half written; the old one serves until the next change.
    }
  })
  return server
}

parentPort?.on('message', (word: ToThread) => {
  if (word.kind === 'answer') answer(word.connection, word.owner)
  else if (word.kind === 'taken') senders.get(word.connection)?.connection.taken()
  else if (word.kind === 'begin') senders.get(word.connection)?.connection.beginAnew()
  else senders.get(word.connection)?.connection.cut('cut by the server')
})

const server = open()
server.maxConnections = SOCKETS_MAX
server.listen({ host, port }, () => {
  const listening = server.address()
  if (listening !== null && typeof listening === 'object') tell({ kind: 'listening', port: listening.port })
})
