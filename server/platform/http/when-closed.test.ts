import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { waitFor } from '#server/testing/wait-for.ts'

import { whenClosed } from './when-closed.ts'

const AWAITED_MS = 100

let closed = 0
const server = createServer((_, response) => {
  void sleep(AWAITED_MS).then(() => whenClosed(response, () => (closed += 1)))
})

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => void server.close())

test.each([
  ['while its handler awaits something', 10],
  ['later', 3 * AWAITED_MS],
])('a client that goes %s is noticed, once', async (_, goesAfterMs) => {
  closed = 0
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await sleep(goesAfterMs)
  expect(closed).toBe(0)
  socket.destroy()
  await waitFor(() => expect(closed).toBe(1))
  await sleep(2 * AWAITED_MS)
  expect(closed).toBe(1)
})
