import type { IncomingMessage, RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Cuts a connection that asks for more than `max` requests without waiting for answers. Browsers and proxies send one at a time, but a
 * packet of 64 KB may ask for 1,700 pages; Node hands on all of them at once, and has no setting for it.
 */
export function limitPipelining(handle: RequestListener, max: number): RequestListener {
  const underWay = new WeakMap<Socket, number>()
  return (request, response) => {
    const { socket } = request
    if (socket.destroyed) return
    const count = (underWay.get(socket) ?? 0) + 1
    if (count > max) return void socket.destroy()
    underWay.set(socket, count)
    response.once('close', () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1))
    handle(request, response)
  }
}

/** Node's parser calls this for each head that it has read. An answer of 2 says that the rest isn't for the parser. */
interface Parser {
  onIncoming: ((request: IncomingMessage, isKeptAlive: boolean) => number) | null
}
const NOT_FOR_THE_PARSER = 2

/**
 * Stops reading the packet of a connection that was cut. Without this, each request in it becomes an object before Node notices: 25 such
 * connections stopped a node for 0.8 s. For `server.on('connection', …)`; Node has no public way.
 */
export function stopReadingOnceCut(socket: Socket & { parser?: Parser | null }): void {
  const { parser } = socket
  const onIncoming = parser?.onIncoming
  if (!parser || !onIncoming) return
  parser.onIncoming = (request, isKeptAlive) =>
    socket.destroyed ? NOT_FOR_THE_PARSER : onIncoming(request, isKeptAlive)
}
