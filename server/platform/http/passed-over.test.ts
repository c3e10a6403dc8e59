import http, { type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { passOver } from './passed-over.ts'

const MIB = 1024 * 1024

let server: http.Server
const refused: IncomingMessage[] = []

beforeAll(async () => {
  server = http.createServer((request, response) => {
    refused.push(request)
    passOver(request)
    response.writeHead(413).end('No.')
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** Announces ten megabytes, sends some of them and waits for the answer. */
async function send(bytes: number): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let answer = ''
  socket.on('data', (piece: Buffer) => (answer += piece.toString('latin1'))).on('error', () => undefined)
  socket.write(`POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${10 * MIB}\r\n\r\n`)
  socket.write(Buffer.alloc(bytes, 97))
  await expect.poll(() => answer).toContain('No.')
  return socket
}

test('the rest of a refused body is read, even after many refused clients have left', async () => {
  for (let count = 0; count < 20; count += 1) (await send(2 * MIB)).destroy()
  // What they had sent is read first, and meanwhile there may be too many for another one.
  const readWithin = async (ms: number): Promise<boolean> => {
    refused.length = 0
    const socket = await send(10 * MIB)
    const until = Date.now() + ms
    while (!refused[0]?.complete && Date.now() < until) await sleep(20)
    socket.destroy()
    return refused[0]?.complete === true
  }
  await expect.poll(() => readWithin(3000), { timeout: 20_000, interval: 500 }).toBe(true)
})

test('the rest of a refused body is read, even while other refused clients are silent', async () => {
  refused.length = 0
  const silent = await Promise.all(Array.from({ length: 8 }, () => send(64 * 1024)))
  refused.length = 0
  const last = await send(10 * MIB)
  await expect.poll(() => refused[0]?.complete, { timeout: 15_000 }).toBe(true)
  for (const socket of [...silent, last]) socket.destroy()
})
