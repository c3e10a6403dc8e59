import net from 'node:net'

import { describe, expect, it } from 'vitest'

import { measureSeenTime } from '#server/testing/seen-time.ts'

import { answerHtml, rigsOfTest } from './link-preview-testing.ts'
import { fetchLinkPreview } from './link-preview.ts'

const { startRig, listen } = rigsOfTest()

describe('a link preview ends within its budget', () => {
  it('gives up on a body that drips', async () => {
    const rig = await startRig((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      const timer = setInterval(() => response.write('<p>'), 50)
      response.on('close', () => clearInterval(timer))
    })
    const seen = measureSeenTime()
    const result = await fetchLinkPreview(rig.url, { ...rig.options, timeoutMs: 400 })
    expect(result).toEqual({ ok: false, reason: 'unreachable' })
    expect(seen.stop()).toBeLessThan(900)
  })

  it('gives up on headers that drip, on silence and on a name server that never answers', async () => {
    const server = net.createServer((socket) => {
      socket.on('error', () => {})
      const timer = setInterval(() => socket.write('X-A: b\r\n'), 50)
      socket.on('close', () => clearInterval(timer))
      socket.write('HTTP/1.1 200 OK\r\n')
    })
    const port = await listen(server)
    const options = { allowedPorts: [port], isAllowedAddress: () => true, timeoutMs: 300 }
    const seen = measureSeenTime()
    const dripped = await fetchLinkPreview(`http://127.0.0.1:${port}/`, options)
    const unresolved = await fetchLinkPreview(`http://slow.example:${port}/`, {
      ...options,
      resolve: () => Promise.withResolvers<never>().promise,
    })
    expect([dripped, unresolved]).toEqual([
      { ok: false, reason: 'unreachable' },
      { ok: false, reason: 'unreachable' },
    ])
    expect(seen.stop()).toBeLessThan(1500)
  })

  it.each([
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
    'HTTP/1.1 100 Continue\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    'no protocol at all\r\n\r\n',
  ])('gives up on the answer %j', async (answer) => {
    const server = net.createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => socket.write(answer))
    })
    const port = await listen(server)
    const seen = measureSeenTime()
    const options = { allowedPorts: [port], isAllowedAddress: () => true, timeoutMs: 300 }
    const result = await fetchLinkPreview(`http://127.0.0.1:${port}/`, options)
    expect(result).toEqual({ ok: false, reason: 'unreachable' })
    expect(seen.stop()).toBeLessThan(900)
  })

  it('shares one budget among redirects', async () => {
    const rig = await startRig((request, response) => {
      const hop = Number((request.url ?? '').slice(1) || 0)
      setTimeout(() => response.writeHead(302, { location: `/${hop + 1}` }).end(), 200)
    })
    const seen = measureSeenTime()
    const result = await fetchLinkPreview(rig.url, { ...rig.options, timeoutMs: 500 })
    expect(result).toEqual({ ok: false, reason: 'unreachable' })
    expect(seen.stop()).toBeLessThan(1000)
    // A busy machine gets one less far.
    expect(['/ /1', '/ /1 /2']).toContain(rig.paths.join(' '))
  })

  it('follows three redirects and not a fourth', async () => {
    const rig = await startRig((request, response) => {
      const hop = Number((request.url ?? '').slice(1) || 0)
      if (hop >= 4) return answerHtml('<title>Arrived</title>')(request, response)
      response.writeHead(307, { location: `${hop + 1}` }).end()
    })
    const arrived = await fetchLinkPreview(`${rig.url}1`, rig.options)
    expect(arrived).toMatchObject({ ok: true, preview: { title: 'Arrived', link: `${rig.url}4` } })
    rig.paths.length = 0
    expect(await fetchLinkPreview(rig.url, rig.options)).toEqual({ ok: false, reason: 'unreachable' })
    expect(rig.paths).toEqual(['/', '/1', '/2', '/3'])
  })
})
