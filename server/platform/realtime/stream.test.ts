import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { once } from 'node:events'
import { expect, test } from 'vitest'

import { waitFor } from '#server/testing/wait-for.ts'

import { startStream, type Stream } from './stream.ts'

test('a client that stops reading is cut off before its stream takes much memory', async () => {
  const begun: Stream[] = []
  const cuts: true[] = []
  const server = createServer((_, response) => {
    response.once('close', () => cuts.push(true))
    begun.push(startStream(response, async () => null))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  socket.pause()
  await waitFor(() => expect(begun).toHaveLength(1))
  // What the systems on both sides take is theirs; the rest waits in this process.
  for (let count = 0; count < 2000 && cuts.length === 0; count += 1) {
    begun[0]?.write(`data: ${'x'.repeat(10_000)}\n\n`)
    await new Promise(setImmediate)
  }
  expect(cuts).toEqual([true])
  socket.destroy()
  server.close()
})
