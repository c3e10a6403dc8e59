import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { waitFor } from '#server/testing/wait-for.ts'

import { createLog } from '../log.ts'
import { writeMessage } from './chunks.ts'
import { openRtmpIntake, type Receiver, type RtmpIntake } from './intake.ts'
import { command, dial, hello, publishAs, videoSettings } from './rtmp-testing.ts'

const KEY = 'k'.repeat(32)
const DYING = 'd'.repeat(32)

let opened: RtmpIntake | null = null
afterEach(() => opened?.close())

async function anIntake(given: Partial<Receiver> = {}, script?: URL) {
  const ends: string[] = []
  const inits: number[] = []
  const authorize = vi.fn(async (key: string): Promise<Receiver | null> =>
    key === KEY || key === DYING
      ? {
          owner: key === KEY ? 'asha' : 'dying',
          init: async ({ width }) => void inits.push(width),
          segment: async () => undefined,
          facts: async () => 'go on',
          end: async (reason) => void ends.push(reason),
          ...given,
        }
      : null,
  )
  const log = createLog({ isProduction: true, level: 'silent' })
  opened = openRtmpIntake({
    host: '127.0.0.1',
    port: 0,
    tls: null,
    log,
    authorize,
    ...(script && { script }),
  })
  return { port: await opened.port, ends, inits, authorize }
}

describe('streaming software', () => {
  test('that shows a key publishes, and one that shows another is told and cut off', async () => {
    const { port, authorize } = await anIntake()
    const good = await publishAs(port, `${KEY}?and=more`)
    await waitFor(() => expect(good.heard().toString('latin1')).toContain('NetStream.Publish.Start'))
    const wrong = await publishAs(port, 'x'.repeat(32))
    await wrong.closed
    expect(wrong.heard().toString('latin1')).toContain('NetStream.Publish.BadName')
    expect(authorize.mock.calls.map(([key]) => key)).toEqual([KEY, 'x'.repeat(32)])
    expect(good.socket.destroyed).toBe(false)
  })

  test('that comes back takes the place of its broken line', async () => {
    const { port, ends } = await anIntake()
    const first = await publishAs(port, KEY)
    await waitFor(() => expect(first.heard().toString('latin1')).toContain('Publish.Start'))
    const second = await publishAs(port, KEY)
    await first.closed
    await waitFor(() => expect(second.heard().toString('latin1')).toContain('Publish.Start'))
    expect([ends, second.socket.destroyed]).toEqual([['came back'], false])
  })

  test('is cut off, and may come back, when nothing can be stored', async () => {
    const { port, ends } = await anIntake({ init: () => Promise.reject(new Error('no disk')) })
    const sender = await publishAs(port, KEY)
    await waitFor(() => expect(sender.heard().toString('latin1')).toContain('Publish.Start'))
    const { payload } = videoSettings()
    const keyframe = Buffer.concat([Buffer.of(0x17, 1, 0, 0, 0), Buffer.from('picture')])
    sender.socket.write(writeMessage(4, { type: 9, streamId: 1, payload }))
    // Without sound, pictures begin after a second.
    sender.socket.write(writeMessage(4, { type: 9, streamId: 1, payload: keyframe }))
    const late = writeMessage(4, { type: 9, streamId: 1, payload: keyframe })
    late.writeUIntBE(1500, 1, 3)
    sender.socket.write(late)
    await sender.closed
    await waitFor(() => expect(ends).toEqual(['cut by the server']))
  })
})

describe('hostile senders', () => {
  test('are cut off at once when they speak anything else', async () => {
    const { port } = await anIntake()
    const http = await dial(port)
    http.socket.write('GET / HTTP/1.1\r\n\r\n')
    const giant = await dial(port)
    giant.socket.write(
      Buffer.concat([hello(), Buffer.alloc(1536), Buffer.of(3, 0, 0, 0, 0xff, 0xff, 0xff, 20, 0, 0, 0, 0)]),
    )
    const chatty = await dial(port)
    chatty.socket.write(Buffer.concat([hello(), Buffer.alloc(1536)]))
    for (let count = 0; count < 1000; count++)
      chatty.socket.write(command('getStreamLength', 1, null, 'x'.repeat(90)))
    await Promise.all([http.closed, giant.closed, chatty.closed])
  })

  test('have ten seconds to show a key, twenty sockets an address, and no influence on others', async () => {
    const { port } = await anIntake()
    const began = Date.now()
    const slow = await Promise.all(Array.from({ length: 19 }, () => dial(port)))
    let slowEnded = 0
    for (const { closed } of slow) void closed.then(() => (slowEnded += 1))
    const dripping = setInterval(() => {
      for (const { socket } of slow) socket.write(Buffer.of(3))
    }, 1000)
    const good = await publishAs(port, KEY)
    await waitFor(() => expect(good.heard().toString('latin1')).toContain('Publish.Start'))
    const tooMany = await dial(port)
    await tooMany.closed
    expect(slowEnded).toBe(0)
    await Promise.all(slow.map(({ closed }) => closed))
    clearInterval(dripping)
    expect(Date.now() - began).toBeGreaterThan(9000)
    expect(good.socket.destroyed).toBe(false)
  })
})

test('a thread that dies takes its senders along, and another one takes its place', async () => {
  const { port, ends } = await anIntake({}, new URL('./dying-thread.fixture.ts', import.meta.url))
  const sender = await publishAs(port, KEY)
  await waitFor(() => expect(sender.heard().toString('latin1')).toContain('Publish.Start'))
  const killer = await publishAs(port, DYING)
  await Promise.all([sender.closed, killer.closed])
  await waitFor(() => expect(ends).toContain('the thread ended'))
  await waitFor(async () => {
    const back = await publishAs(port, KEY)
    await sleep(200)
    expect(back.heard().toString('latin1')).toContain('Publish.Start')
  })
})
