import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import type { Log } from '../log.ts'
import { addressMatcher, limitedAddress } from './caller-address.ts'
import type { Patience } from './patience.ts'
import { createSlots } from './slots.ts'

/** Logged at most this often, however many connections are refused. */
const WARN_EVERY_MS = 60_000

/**
 * Cuts connections that only take up room: readers that stopped reading, idle ones, those that keep asking without
 * waiting for answers, and more of one address than anyone needs. Call it when every listener for requests is in place.
 * Node itself cuts connections with late headers; bodies are the business of their readers.
 */
export function guardConnections(
  server: Server,
  { patience, proxies, log }: { patience: Patience; proxies: readonly string[]; log: Log },
): void {
  server.maxConnections = patience.connections
  cutStalledReaders(server, patience.answerStallMs)
  takeTurns(server, patience.pipelinedRequests)
  limitConnections(server, patience, proxies, log)
}

function cutStalledReaders(server: Server, answerStallMs: number): void {
  const answers = new WeakMap<Socket, ServerResponse>()
  server.prependListener('request', (request, response) => void answers.set(request.socket, response))
  // With this listener Node leaves it to us to handle a connection that has been idle this long.
  server.setTimeout(answerStallMs, (socket) => {
    const answer = answers.get(socket)
    const isOurTurn = answer !== undefined && !answer.writableFinished && answer.writableLength === 0
    if (isOurTurn && !socket.destroyed) socket.setTimeout(answerStallMs)
    else socket.destroy()
  })
}

/**
 * Node parses everything that arrives together at once: a packet of 64 KB may ask for 1,700 pages. One request of a
 * connection is worked on at a time and a few wait for their turn; a client that sends more is cut before any of the
 * waiting ones is begun. The rest of the packet isn't even read.
 */
function takeTurns(server: Server, waitingMax: number): void {
  const waiting = new WeakMap<Socket, (() => void)[]>()
  const emit = server.emit.bind(server) as (event: string | symbol, ...about: unknown[]) => boolean

  function take(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket } = request
    if (socket.destroyed) return true
    const begin = (): void => {
      response.once('close', () => {
        const next = waiting.get(socket)?.shift()
        if (next) next()
        else waiting.delete(socket)
      })
      if (!socket.destroyed) emit('request', request, response)
    }
    const queue = waiting.get(socket)
    if (!queue) {
      waiting.set(socket, [])
      begin()
    } else if (queue.length < waitingMax) queue.push(begin)
    else {
      waiting.delete(socket)
      socket.destroy()
    }
    return true
  }

  server.emit = (event: string | symbol, ...about: unknown[]) =>
    event === 'request' ? take(...(about as [IncomingMessage, ServerResponse])) : emit(event, ...about)
  server.on('connection', stopReadingWhenCut)
}

/** Node's parser calls this for each head it has read. An answer of 2 says that the rest isn't for the parser. */
interface Parser {
  onIncoming: ((request: IncomingMessage, isKeptAlive: boolean) => number) | null
}
const NOT_FOR_THE_PARSER = 2

/** Without it every request of a packet becomes an object before the end of its connection is noticed. */
function stopReadingWhenCut(socket: Socket & { parser?: Parser | null }): void {
  const { parser } = socket
  const onIncoming = parser?.onIncoming
  if (!parser || !onIncoming) return
  parser.onIncoming = (request, isKeptAlive) =>
    socket.destroyed ? NOT_FOR_THE_PARSER : onIncoming(request, isKeptAlive)
}

function limitConnections(server: Server, patience: Patience, proxies: readonly string[], log: Log): void {
  // A proxy brings everyone's requests, and on this machine nobody is a stranger: requests are counted there.
  const isExempt = addressMatcher(['loopback', ...proxies])
  const slots = createSlots({ perKey: patience.connectionsPerAddress, total: patience.connections })
  let warnedAt = -WARN_EVERY_MS
  server.on('connection', (socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || isExempt(remoteAddress)) return
    const giveBack = slots.take(limitedAddress(remoteAddress))
    if (giveBack) return void socket.once('close', giveBack)
    socket.destroy()
    if (performance.now() - warnedAt < WARN_EVERY_MS) return
    warnedAt = performance.now()
    log.warn(
      { address: limitedAddress(remoteAddress) },
      'connections refused: this address has too many open; if it is your proxy, add it to TRUST_PROXY',
    )
  })
}
