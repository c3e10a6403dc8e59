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
  await sleep(50)
  refused.length = 0
  const last = await send(10 * MIB)
  await expect.poll(() => refused[0]?.complete).toBe(true)
  last.destroy()
})

test('the rest of a refused body is read, even while other refused clients are silent', async () => {
  refused.length = 0
  const silent = await Promise.all(Array.from({ length: 8 }, () => send(64 * 1024)))
  refused.length = 0
  const last = await send(10 * MIB)
  await expect.poll(() => refused[0]?.complete).toBe(true)
  for (const socket of [...silent, last]) socket.destroy()
})
