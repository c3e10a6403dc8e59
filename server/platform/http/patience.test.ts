import net from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { route } from '#contract/http/route.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { waitFor } from '#server/testing/wait-for.ts'

import { serveRoutes } from './http-testing.ts'
import { implement } from './implement.ts'
import type { HttpServer } from './server.ts'

const note = route({
  method: 'POST',
  path: '/test/note',
  caller: 'anyone',
  summary: 'Says how long what it was sent is.',
  accepts: 'multipart',
  input: z.object({ text: z.string() }),
  output: z.object({ length: z.number() }),
  failures: [],
})

const draw = route({
  method: 'GET',
  path: '/test/draw',
  caller: 'anyone',
  summary: 'Takes a while.',
  input: z.strictObject({}),
  output: z.object({}),
  failures: [],
})

/** Far shorter than ours: the rules are the same. */
const PATIENCE = {
  headersWithinMs: 300,
  bodyWithinMs: 300,
  uploadPace: { minBytes: 1000, windowMs: 200 },
  answerStallMs: 400,
  requestsPerAddress: 4,
  requests: 8,
  largeBodiesPerAddress: 2,
  largeBytesAtOnce: 500_000,
  largeBytesPerSecond: 200_000,
  formsPerPerson: 2,
  formsPerAddress: 2,
  heavyPerPerson: 1,
}

let app: TestApp
let server: HttpServer
let port: number
/** Lets the calls under way be answered. */
let goOn = Promise.withResolvers<void>()
/** How many bytes of the endless answer were requested. */
let asked = 0

beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: 'loopback' })
  server = await serveRoutes(
    app,
    [
      implement(note, async (_, { input }) => ({ length: input.text.length })),
      implement(
        draw,
        async () => {
          await goOn.promise
          return {}
        },
        { isHeavy: true },
      ),
    ],
    async (instance) => {
      instance.get('/waits', async () => {
        await goOn.promise
        return 'done'
      })
      instance.get('/endless', { compress: false }, async (_request, reply) => {
        const endless = new Readable({
          read() {
            asked += 65_536
            this.push(Buffer.alloc(65_536))
          },
        })
        return reply.type('application/octet-stream').send(endless)
      })
    },
    { patience: PATIENCE },
  )
  const address = await server.app.listen({ host: '127.0.0.1', port: 0 })
  port = Number(new URL(address).port)
})
beforeEach(() => {
  goOn = Promise.withResolvers<void>()
})
afterAll(async () => {
  server.app.server.closeAllConnections()
  await server.app.close()
  await app.close()
})

/** A raw connection. `ended` resolves to everything answered, once the connection is gone. */
function connect(): { socket: net.Socket; ended: Promise<string> } {
  const socket = net.connect(port, '127.0.0.1')
  let answered = ''
  socket.setEncoding('latin1').on('data', (piece: string) => (answered += piece))
  socket.on('error', () => undefined)
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(answered)))
  return { socket, ended }
}

function head(type: string, length: number, address = '203.0.113.9'): string {
  return `POST /api/test/note HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`
}

const FIELD = '--b\r\nContent-Disposition: form-data; name="text"\r\n\r\n'

describe('a connection is cut', () => {
  test('when it says nothing, or never ends its headers', async () => {
    const [silent, endless] = [connect(), connect()]
    endless.socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n')
    const dripping = setInterval(() => endless.socket.write('x: y\r\n'), 50)
    expect((await endless.ended).split('\r\n')[0]).toBe('HTTP/1.1 408 Request Timeout')
    clearInterval(dripping)
    await silent.ended
  })

  test('when its JSON stalls or trickles, after a 408', async () => {
    const [stalled, dripping] = [connect(), connect()]
    stalled.socket.write(`${head('application/json', 100)}{"text":`)
    dripping.socket.write(head('application/json', 100_000))
    const drip = setInterval(() => dripping.socket.write(' '), 50)
    expect(await stalled.ended).toMatch(/^HTTP\/1\.1 408 .*"code":"too_slow"/s)
    clearInterval(drip)
    expect(await dripping.ended).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('when its form falls behind its pace, whatever part it is in', async () => {
    for (const body of ['', FIELD, `${FIELD}some text`, 'no form at all']) {
      const { socket, ended } = connect()
      socket.write(head('multipart/form-data; boundary=b', 5000) + body)
      const answer = await ended
      expect([body, answer === '' || answer.startsWith('HTTP/1.1 408 ')]).toEqual([body, true])
    }
  })

  test('when it stops reading an answer, and only then', async () => {
    const { socket, ended } = connect()
    socket.write('GET /endless HTTP/1.1\r\nHost: x\r\n\r\n')
    // It reads for longer than a stalled one may.
    await sleep(600)
    expect(socket.destroyed).toBe(false)
    socket.pause()
    const before = asked
    await sleep(1600)
    expect(asked - before).toBeLessThan(32 * 1024 * 1024)
    socket.resume()
    await ended
  })

  test('when it asks for hundreds of pages at once: some may wait, not all', async () => {
    const [some, many] = [connect(), connect()]
    const ask = (count: number) => 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(count)
    const last = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
    some.socket.write(ask(15) + last)
    expect((await some.ended).match(/HTTP\/1\.1 (?:200|429) /g)).toHaveLength(16)
    many.socket.write(ask(500))
    expect((await many.ended).match(/HTTP\/1\.1 (?:200|429) /g)?.length ?? 0).toBeLessThanOrEqual(16)
  })

  test('but not while the answer is being prepared', async () => {
    const { socket, ended } = connect()
    socket.write('GET /waits HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    await sleep(1000)
    expect(socket.destroyed).toBe(false)
    goOn.resolve()
    expect(await ended).toMatch(/^HTTP\/1\.1 200 /)
  })
})

/** Once more where the machine stopped us for longer than a body may take: then one is over before the last is read. */
function expectOneOfThreeRefused(request: string): Promise<void> {
  return waitFor(async () => {
    const connections = [connect(), connect(), connect()]
    for (const { socket } of connections) socket.once('data', () => socket.end()).write(request)
    const answers = await Promise.all(connections.map(({ ended }) => ended))
    expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 429 '))).toHaveLength(1)
  })
}

describe('one address', () => {
  const wait = (address: string) =>
    fetch(`http://127.0.0.1:${port}/waits`, { headers: { 'x-forwarded-for': address } })

  test('may have a limited number of requests under way, all of a /64 together', async () => {
    const waiting = [1, 2, 3, 4].map((at) => wait(`2001:db8:1:2::${at}`))
    await sleep(200)
    const refused = await wait('2001:db8:1:2:ffff::1')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    const other = wait('2001:db8:1:3::1')
    goOn.resolve()
    expect((await Promise.all([...waiting, other])).map(({ status }) => status)).toEqual([
      200, 200, 200, 200, 200,
    ])
    expect((await wait('2001:db8:1:2::1')).status).toBe(200)
  })

  test('gives its slots back', async () => {
    for (let at = 0; at < 20; at += 1) {
      const headers = { 'x-forwarded-for': '192.0.2.1' }
      expect((await server.app.inject({ url: '/healthz', headers })).statusCode).toBe(200)
      expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
    }
  })

  test('may have a limited number of large bodies in memory, and small ones besides', async () => {
    const large = expectOneOfThreeRefused(head('application/json', 500_000) + ' '.repeat(100_000))
    const small = connect()
    small.socket.write(`${head('application/json', 13)}{"text":"ab"}`)
    small.socket.once('data', () => small.socket.end())
    expect(await small.ended).toMatch(/^HTTP\/1\.1 200 /)
    await large
  })

  test('may send a limited amount of large bodies, JSON or form, then waits; small ones still pass', async () => {
    const send = (text: string, asForm = false) => {
      const form = new FormData()
      form.set('text', text)
      const body = asForm ? form : new Blob([JSON.stringify({ text })], { type: 'application/json' })
      const headers = { 'x-forwarded-for': '198.51.100.7' }
      return fetch(`http://127.0.0.1:${port}/api/test/note`, { method: 'POST', body, headers })
    }
    // Two of them use up what refills in two seconds.
    const large = 'a'.repeat(450_000)
    const answers = [await send(large), await send(large), await send(large), await send(large, true)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 429])
    expect(answers[2]?.headers.get('retry-after')).toBe('2')
    expect((await send('ab')).status).toBe(200)
    await sleep(2500)
    expect((await send(large, true)).status).toBe(200)
  })

  test('may have a limited number of forms under way', async () => {
    await expectOneOfThreeRefused(head('multipart/form-data; boundary=b', 5000) + FIELD)
  })
})

test('a heavy call runs one at a time per person, and its slot is given back after a failure', async () => {
  const ask = (query = '') => fetch(`http://127.0.0.1:${port}/api/test/draw${query}`)
  // A name in a message is never as long as it was sent.
  const unknown = await ask(`?${'x'.repeat(5000)}=1`)
  expect([unknown.status, (await unknown.text()).length < 400]).toEqual([422, true])
  const first = ask()
  await sleep(100)
  expect((await ask()).status).toBe(429)
  goOn.resolve()
  expect((await first).status).toBe(200)
  expect((await ask()).status).toBe(200)
})

describe('a form', () => {
  function form(fields: number, bytesEach: number): FormData {
    const data = new FormData()
    for (let at = 0; at < fields; at += 1) data.set(`field${at}`, 'x'.repeat(bytesEach))
    data.set('text', 'tea')
    return data
  }
  /** From an address that has sent nothing yet. */
  const post = (body: FormData, address: string) => {
    const headers = { 'x-forwarded-for': address }
    return fetch(`http://127.0.0.1:${port}/api/test/note`, { method: 'POST', body, headers })
  }

  test('may carry as much as the same call in JSON, in all its fields together', async () => {
    expect((await post(form(2, 400_000), '192.0.2.21')).status).toBe(200)
    // Announced: refused before it is read.
    expect((await post(form(49, 1_000_000), '192.0.2.22')).status).toBe(413)
  })

  test('is stopped at that limit when it did not announce its length', async () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const field = (at: number) =>
          `--b\r\nContent-Disposition: form-data; name="f${at}"\r\n\r\n${'x'.repeat(300_000)}\r\n`
        for (let at = 0; at < 8; at += 1) controller.enqueue(Buffer.from(field(at)))
        controller.close()
      },
    })
    const answer = await fetch(`http://127.0.0.1:${port}/api/test/note`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b', 'x-forwarded-for': '192.0.2.23' },
      body,
      duplex: 'half',
    })
    expect(answer.status).toBe(413)
  })
})
