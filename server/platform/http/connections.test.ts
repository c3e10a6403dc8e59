import http from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterEach, describe, expect, test } from 'vitest'

import { guardConnections } from './connections.ts'
import { PATIENCE } from './patience.ts'

const ASKED = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'

let server: http.Server
let open: { asked: number; most: number; now: number }
let parsed: number

/** Answers each request after a moment. */
async function start(): Promise<number> {
  open = { asked: 0, most: 0, now: 0 }
  parsed = 0
  class Counted extends http.IncomingMessage {
    constructor(socket: Socket) {
      super(socket)
      parsed += 1
    }
  }
  server = http.createServer({ IncomingMessage: Counted }, (request, response) => {
    const count = ++open.asked
    open.now += 1
    open.most = Math.max(open.most, open.now)
    response.once('finish', () => (open.now -= 1))
    request.resume()
    setTimeout(() => response.end(`answer ${count}.`), 5)
  })
  guardConnections(server, { patience: PATIENCE, proxies: [], log: pino({ level: 'silent' }) })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** Sends everything at once; returns what came back until the connection ended or fell silent. */
async function sendAtOnce(port: number, text: string): Promise<{ answer: string; isCut: boolean }> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  let isCut = false
  socket.on('data', (piece: Buffer) => (answer += piece.toString('latin1')))
  socket.on('close', () => (isCut = true)).on('error', () => undefined)
  socket.write(text)
  await sleep(600)
  socket.destroy()
  return { answer, isCut }
}

describe('requests that come together on one connection', () => {
  test('are answered one after the other, in order', async () => {
    const { answer, isCut } = await sendAtOnce(await start(), ASKED.repeat(17))
    expect(isCut).toBe(false)
    const answers = [...answer.matchAll(/answer (\d+)\./g)].map(([, count]) => Number(count))
    expect(answers).toEqual(Array.from({ length: 17 }, (_, index) => index + 1))
    expect(open.most).toBe(1)
  })

  test('with bodies are answered in order, too', async () => {
    const asked = 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\n\r\nhello'
    const { answer } = await sendAtOnce(await start(), asked.repeat(3))
    expect(answer.match(/answer \d\./g)).toEqual(['answer 1.', 'answer 2.', 'answer 3.'])
  })

  test('are cut off when there are too many: one was begun, and the rest of the packet is not read', async () => {
    const { answer, isCut } = await sendAtOnce(await start(), ASKED.repeat(1500))
    expect({ answer, isCut }).toEqual({ answer: '', isCut: true })
    expect(open.asked).toBe(1)
    expect(parsed).toBeLessThan(30)
  })

  test('leave the connection usable for later ones', async () => {
    const port = await start()
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (piece: Buffer) => (answer += piece.toString('latin1')))
    for (const count of [1, 2, 3]) {
      socket.write(ASKED)
      await expect.poll(() => answer).toContain(`answer ${count}.`)
    }
    socket.destroy()
    await expect.poll(() => open.now).toBe(0)
  })
})
