import { once } from 'node:events'
import net from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { clamdAddress } from './address.ts'
import { startClamdStandIn, VIRUS } from './clamd-testing.ts'
import { scanForViruses, ScannerUnavailable, TooLargeToScan } from './scan.ts'

let clamd: Awaited<ReturnType<typeof startClamdStandIn>>
beforeAll(async () => {
  clamd = await startClamdStandIn()
})
afterAll(() => clamd.stop())

const never = new AbortController().signal
const addressOf = (url: string) => clamdAddress(url) ?? { path: '/none' }
const scan = (...chunks: Buffer[]) => scanForViruses(addressOf(clamd.url), Readable.from(chunks), never)
/** Longer than the stand-in takes, and than a connection holds. */
const tooLong = () => Readable.from(Array.from({ length: 40 }, () => Buffer.alloc(1_000_000)))

/** Something else on a port, which answers every connection alike. */
async function answering(what: (socket: net.Socket) => void) {
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined)
    what(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { address: { host: '127.0.0.1', port }, close: () => server.close() }
}

describe('a scan', () => {
  test('sends every byte, in chunks of any size', async () => {
    expect(await scan(Buffer.from('a'), Buffer.alloc(700_000, 'b'), Buffer.from('c'))).toBeNull()
    expect(clamd.seen.at(-1)).toBe(700_002)
  })

  test('names what was found, across chunks too', async () => {
    const at = VIRUS.length / 2
    expect(await scan(Buffer.from(VIRUS.slice(0, at)), Buffer.from(VIRUS.slice(at)))).toBe('Evil.Test')
  })

  test('stops at the answer when the file is longer than the scanner takes', async () => {
    const patient = await startClamdStandIn({ lingers: true })
    const source = tooLong()
    await expect(scanForViruses(addressOf(patient.url), source, never)).rejects.toThrow(TooLargeToScan)
    expect(source.destroyed).toBe(true)
    await patient.stop()
  })

  test('finds nothing clean when the connection is reset at that moment, and learns why in the end', async () => {
    const attempts: unknown[] = []
    // The answer is lost in one of 200 scans, on a busy machine.
    while (!(attempts.at(-1) instanceof TooLargeToScan) && attempts.length < 10)
      attempts.push(
        await scanForViruses(addressOf(clamd.url), tooLong(), never).catch((error: unknown) => error),
      )
    expect(attempts.pop()).toBeInstanceOf(TooLargeToScan)
    for (const attempt of attempts) expect(attempt).toBeInstanceOf(ScannerUnavailable)
  })

  test.each([
    ['hangs up', (socket: net.Socket) => void socket.destroy()],
    ['hangs up politely', (socket: net.Socket) => void socket.end()],
    ['is something else', (socket: net.Socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n\0')],
    ['says nothing that ends', (socket: net.Socket) => void socket.write('x'.repeat(9000))],
  ])('finds nothing clean where the server %s', async (_, what) => {
    const server = await answering(what)
    const source = Readable.from([Buffer.alloc(100)])
    await expect(scanForViruses(server.address, source, never)).rejects.toThrow(ScannerUnavailable)
    server.close()
  })

  test('fails where nobody listens, and with the signal', async () => {
    const server = await answering((socket) => void socket.resume())
    const leaving = new AbortController()
    const scanning = scanForViruses(server.address, Readable.from([Buffer.alloc(9)]), leaving.signal)
    leaving.abort(new Error('The server stops'))
    await expect(scanning).rejects.toThrow('The server stops')
    server.close()
    const nobody = scanForViruses({ path: '/nowhere/clamd.ctl' }, Readable.from([Buffer.alloc(9)]), never)
    await expect(nobody).rejects.toThrow(ScannerUnavailable)
  })

  test('fails with its source', async () => {
    const broken = Readable.from(
      (async function* read() {
        yield Buffer.alloc(9)
        await Promise.resolve()
        throw new Error('The disk is gone')
      })(),
    )
    await expect(scanForViruses(addressOf(clamd.url), broken, never)).rejects.toThrow('The disk is gone')
  })
})

test.each([
  ['tcp://clamav:3311', { host: 'clamav', port: 3311 }],
  ['tcp://127.0.0.1', { host: '127.0.0.1', port: 3310 }],
  ['tcp://[::1]:3310', { host: '::1', port: 3310 }],
  ['/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
  ['unix:///run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
  ['http://clamav:3310', undefined],
  ['clamav:3310', undefined],
  ['tcp://', undefined],
  ['tcp://host/path', undefined],
  ['/', undefined],
])('the address %s is read', (text, address) => {
  expect(clamdAddress(text)).toEqual(address)
})
