import { connect } from 'node:net'

/* Sends an HTTP server requests as fast as it answers, over kept-alive connections, at little cost to the client. */

/** An answer's status, head and body length, as it was sent. */
export interface Answered {
  head: string
  body: Buffer
}

/** Asks once; throws unless the answer is 200. */
export async function askOnce(port: number, request: string): Promise<Answered> {
  const socket = connect(port, '127.0.0.1').setNoDelay()
  socket.write(request)
  let received = Buffer.alloc(0)
  for await (const chunk of socket) {
    received = Buffer.concat([received, chunk as Buffer])
    const bytes = answerLength(received)
    if (bytes === null || received.length < bytes) continue
    const head = received.toString('latin1', 0, received.indexOf(END_OF_HEAD))
    if (!head.startsWith('HTTP/1.1 200')) throw new Error(`Not answered: ${received.toString('utf8')}`)
    return { head, body: received.subarray(head.length + END_OF_HEAD.length, bytes) }
  }
  throw new Error('The server closed the connection')
}

/**
 * Asks again as soon as each answer arrives, on one connection for each of the requests, for `durationMs`; returns requests per
 * second. Every answer has to state its length.
 */
export async function load(port: number, requests: readonly string[], durationMs: number): Promise<number> {
  let answered = 0
  const began = performance.now()
  await Promise.all(
    requests.map(async (request) => {
      // Another connection whenever the server ends one (`requestsPerConnection`).
      while (performance.now() - began < durationMs) {
        const socket = connect(port, '127.0.0.1').setNoDelay()
        socket.write(request)
        let held: Buffer | null = null
        let missing = -1
        let isLast = false
        for await (const data of socket) {
          const chunk = data as Buffer
          if (missing < 0) {
            const start: Buffer = held === null ? chunk : Buffer.concat([held, chunk])
            const bytes = answerLength(start)
            held = bytes === null ? start : null
            if (bytes === null) continue
            missing = bytes - start.length
            isLast = LAST.test(start.toString('latin1', 0, start.indexOf(END_OF_HEAD)))
          } else missing -= chunk.length
          if (missing > 0) continue
          if (missing < 0) throw new Error('An answer was longer than it said')
          missing = -1
          answered += 1
          if (isLast || performance.now() - began > durationMs) break
          socket.write(request)
        }
      }
    }),
  )
  return (answered * 1000) / (performance.now() - began)
}

const END_OF_HEAD = '\r\n\r\n'
const LAST = /\r\nconnection: close/i

/** The length of the answer that these bytes start; null: its head isn't complete yet. */
function answerLength(bytes: Buffer): number | null {
  const end = bytes.indexOf(END_OF_HEAD)
  if (end < 0) return null
  const head = bytes.toString('latin1', 0, end)
  if (!head.startsWith('HTTP/1.1 200')) throw new Error(`An answer was not 200: ${head}`)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`An answer did not say how long it is: ${head}`)
  return end + END_OF_HEAD.length + Number(length)
}
