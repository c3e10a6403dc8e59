import net, { type AddressInfo } from 'node:net'
import { text as readAll } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { waitFor } from '#server/testing/wait-for.ts'

import { serveRoutes } from './http-testing.ts'
import type { HttpServer } from './server.ts'

/* What people and balancers notice of a node that is stopped. */

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Whose answer to `/readyz` waits until it is let go. */
async function startSlowToBeReady(): Promise<{
  server: HttpServer
  asked: Promise<void>
  letGo: () => void
}> {
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const check = () => {
    asked.resolve()
    return answered.promise
  }
  const storage = { ...app.platform.storage, check }
  const server = await serveRoutes({ ...app, platform: { ...app.platform, storage } }, [])
  return { server, asked: asked.promise, letGo: answered.resolve }
}

const requestFor = (path: string) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`

/** Each answer's status, and whether the connection ends with it. */
function readAnswers(said: string): [status: string | undefined, ends: boolean][] {
  return said
    .split(/(?=HTTP\/1\.1 )/)
    .map((answer) => [answer.split(' ')[1], /^connection: close\r$/im.test(answer)])
}

test('is alive but not ready, and ends connections with their next answer', async () => {
  const server = await serveRoutes(app, [])
  const ready = await server.app.inject({ url: '/readyz' })
  expect([ready.statusCode, ready.headers['connection']]).toEqual([200, 'keep-alive'])
  server.startDraining()
  const draining = await server.app.inject({ url: '/readyz' })
  expect([draining.statusCode, draining.headers['connection']]).toEqual([503, 'close'])
  const alive = await server.app.inject({ url: '/healthz' })
  expect([alive.statusCode, alive.headers['connection']]).toEqual([200, 'close'])
  await server.app.close()
})

test('is not ready for a balancer that asked before the stop began and is answered later', async () => {
  const { server, asked, letGo } = await startSlowToBeReady()
  const answer = server.app.inject({ url: '/readyz' })
  await asked
  server.startDraining()
  letGo()
  expect((await answer).statusCode).toBe(503)
  await server.app.close()
})

test('answers requests that still arrive on an open connection while the server closes', async () => {
  const { server, asked, letGo } = await startSlowToBeReady()
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const socket = net.connect((server.app.server.address() as AddressInfo).port, '127.0.0.1')
  const said = readAll(socket)
  socket.write(requestFor('/readyz'))
  await asked
  const closed = server.app.close()
  await waitFor(() => expect(server.app.server.listening).toBe(false))
  socket.write(requestFor('/healthz'))
  letGo()
  expect(readAnswers(await said)).toEqual([
    ['200', false],
    ['200', true],
  ])
  await closed
})
