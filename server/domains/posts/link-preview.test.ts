import type { RequestListener } from 'node:http'
import { brotliCompressSync, createGzip, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'

import { threadWorkedMs } from '#server/testing/seen-time.ts'

import { type PreviewRig, answerHtml, startPreviewRig } from './link-preview-testing.ts'
import { type LinkPreview, fetchLinkPreview } from './link-preview.ts'

const rigs: PreviewRig[] = []
afterEach(async () => {
  for (const rig of rigs.splice(0)) await rig.close()
})

async function startRig(answer: RequestListener): Promise<PreviewRig> {
  const rig = await startPreviewRig(answer)
  rigs.push(rig)
  return rig
}

async function previewOf(answer: RequestListener, path = ''): Promise<LinkPreview> {
  const rig = await startRig(answer)
  const result = await fetchLinkPreview(rig.url + path, rig.options)
  if (!result.ok) throw new Error(`no preview: ${result.reason}`)
  return result.preview
}

describe('a link preview shows what the page says about itself', () => {
  it('reads Open Graph tags, decodes entities and makes the picture absolute', async () => {
    const rig = await startRig(
      answerHtml(`<!doctype html><html><head><title>Plain title</title>
        <meta name="description" content="Plain description">
        <meta property="og:title" content="Chai &amp; Code &#8212; &quot;live&quot;">
        <meta property="og:description" content="  A talk
          on  tea. ">
        <meta property="og:image" content="/covers/1.jpg?a=1&amp;b=2"></head></html>`),
    )
    expect(await fetchLinkPreview(`${rig.url}talks/7?x=1#part`, rig.options)).toEqual({
      ok: true,
      preview: {
        title: 'Chai & Code — "live"',
        description: 'A talk on tea.',
        imageUrl: `${rig.url}covers/1.jpg?a=1&b=2`,
        link: `${rig.url}talks/7?x=1`,
      },
    })
    expect(rig.paths).toEqual(['/talks/7?x=1'])
  })

  it('falls back to Twitter tags, then to the title and description, then to the host', async () => {
    const twitter = await previewOf(
      answerHtml(`<title>T</title><meta name="twitter:title" content="Tw"><meta name="Twitter:Description" content="Td">
        <meta name="twitter:image" content="https://img.example/a.png">`),
    )
    expect(twitter).toMatchObject({ title: 'Tw', description: 'Td', imageUrl: 'https://img.example/a.png' })
    const plain = await previewOf(
      answerHtml(
        `<svg><title>Icon</title></svg><title>Real &lt;title&gt;</title><meta name=description content=D>`,
      ),
    )
    expect(plain).toMatchObject({ title: 'Real <title>', description: 'D', imageUrl: null })
    expect(await previewOf(answerHtml('<p>nothing here'))).toMatchObject({
      title: '127.0.0.1',
      description: '',
    })
  })

  it('names itself honestly and sends no cookies', async () => {
    const seen: Record<string, unknown>[] = []
    await previewOf((request, response) => {
      seen.push(request.headers)
      answerHtml('<title>x</title>')(request, response)
    })
    expect(seen[0]).toMatchObject({ 'user-agent': 'CheersLinkPreview/1.0' })
    expect(Object.keys(seen[0] ?? {}).sort()).toEqual(
      ['accept', 'accept-encoding', 'accept-language', 'connection', 'host', 'user-agent'].sort(),
    )
  })

  it('bounds lengths by characters and drops control and direction-changing characters', async () => {
    const { title, description } = await previewOf(
      answerHtml(
        `<meta property="og:title" content="${'🍵'.repeat(300)}">` +
          `<meta property="og:description" content="a&#0;b\u202Ec&#x7;d\u0085e\u200B ${'x'.repeat(900)}">`,
      ),
    )
    expect(title).toBe(`${'🍵'.repeat(199)}…`)
    expect(Array.from(description)).toHaveLength(500)
    expect(description.startsWith('a\uFFFDbc d e xxx')).toBe(true)
  })

  it.each([
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    'http://10.0.0.1/router.png',
    'http://[::1]/a.png',
    'http://user:pw@img.example/a.png',
    `https://img.example/${'a'.repeat(3000)}`,
  ])('drops the picture address %s', async (image) => {
    const preview = await previewOf(
      answerHtml(`<title>x</title><meta property="og:image" content="${image}">`),
    )
    expect(preview.imageUrl).toBeNull()
  })

  it('reads the character set from the header, the mark or the page, in the right order', async () => {
    const hindi = Buffer.from('<meta charset="windows-1252"><title>चाय</title>')
    expect((await previewOf(answerHtml(hindi))).title).toBe('चाय')
    const latin = Buffer.from(
      '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1"><title>Café',
      'latin1',
    )
    expect((await previewOf(answerHtml(latin, { 'content-type': 'text/html' }))).title).toBe('Café')
    const utf16 = Buffer.from('\uFEFF<title>Ünïcode</title>', 'utf16le')
    expect((await previewOf(answerHtml(utf16))).title).toBe('Ünïcode')
    const unknown = answerHtml('<title>Tée</title>', { 'content-type': 'text/html; charset=klingon' })
    expect((await previewOf(unknown)).title).toBe('Tée')
    const shiftJis = Buffer.from([0x93, 0xfa, 0x96, 0x7b])
    const page = Buffer.concat([Buffer.from('<title>'), shiftJis, Buffer.from('</title>')])
    expect(
      (await previewOf(answerHtml(page, { 'content-type': 'text/html; charset="Shift_JIS"' }))).title,
    ).toBe('日本')
  })

  it('unpacks gzip, deflate and brotli', async () => {
    const html = Buffer.from('<title>Packed</title>')
    for (const [encoding, body] of [
      ['gzip', gzipSync(html)],
      ['deflate', deflateSync(html)],
      ['br', brotliCompressSync(html)],
    ] as const) {
      expect((await previewOf(answerHtml(body, { 'content-encoding': encoding }))).title).toBe('Packed')
    }
  })
})

describe('a link preview refuses anything that is not a readable page', () => {
  it.each(['application/pdf', 'image/svg+xml', 'text/plain', 'application/json', ''])(
    'type "%s"',
    async (type) => {
      const rig = await startRig((_request, response) => {
        if (type !== '') response.setHeader('content-type', type)
        response.end('<title>no</title>')
      })
      expect(await fetchLinkPreview(rig.url, rig.options)).toEqual({ ok: false, reason: 'not_html' })
    },
  )

  it('errors, broken packing, cut connections and unknown hosts', async () => {
    const unreachable = { ok: false, reason: 'unreachable' }
    for (const answer of [
      ((_request, response) =>
        response.writeHead(404, { 'content-type': 'text/html' }).end('<title>x')) as RequestListener,
      answerHtml('not packed', { 'content-encoding': 'gzip' }),
      answerHtml('<title>x', { 'content-encoding': 'gzip, gzip' }),
      answerHtml('<title>x', { 'content-length': '9000' }),
      ((request) => request.socket.destroy()) as RequestListener,
    ]) {
      const rig = await startRig(answer)
      expect(await fetchLinkPreview(rig.url, { ...rig.options, timeoutMs: 500 })).toEqual(unreachable)
    }
    expect(await fetchLinkPreview('http://no-such-host.invalid/')).toEqual(unreachable)
  })
})

describe('a link preview reads at most 512 KiB', () => {
  it('hangs up on a body of 10 GB and uses its beginning', async () => {
    let sentBytes = 0
    const block = Buffer.alloc(64 * 1024, 'x')
    const rig = await startRig((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': String(10 * 1024 ** 3) })
      response.write('<title>Endless</title>')
      function pump(): void {
        while (!response.destroyed) {
          sentBytes += block.length
          if (!response.write(block)) {
            response.once('drain', pump)
            return
          }
        }
      }
      pump()
    })
    const result = await fetchLinkPreview(rig.url, rig.options)
    expect(result).toMatchObject({ ok: true, preview: { title: 'Endless' } })
    // Beyond the cap lie only the socket buffers of both ends.
    expect(sentBytes).toBeLessThan(16 * 1024 ** 2)
  })

  it('stops unpacking a gzip bomb', async () => {
    const gzip = createGzip({ level: 9 })
    const block = Buffer.alloc(1024 ** 2, 'x')
    const bomb = (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of gzip) chunks.push(chunk)
      return Buffer.concat(chunks)
    })()
    gzip.write('<title>Bomb</title>')
    for (let mebibyte = 0; mebibyte < 100; mebibyte++) gzip.write(block)
    gzip.write(`<meta property="og:title" content="beyond the cap">`)
    gzip.end()
    const packed = await bomb
    expect(packed.length).toBeLessThan(512 * 1024)
    const rig = await startRig(answerHtml(packed, { 'content-encoding': 'gzip' }))
    const before = process.memoryUsage().rss
    const result = await fetchLinkPreview(rig.url, rig.options)
    expect(result).toMatchObject({ ok: true, preview: { title: 'Bomb' } })
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 ** 2)
  })

  it('reads the start of a packed page that is larger than the cap', async () => {
    const noise = Array.from({ length: 60_000 }, (_, index) => Math.sin(index).toString(36)).join('')
    const packed = gzipSync(`<title>Long read</title>${noise}`)
    const rig = await startRig(answerHtml(packed, { 'content-encoding': 'gzip' }))
    const result = await fetchLinkPreview(rig.url, { ...rig.options, maxBytes: 64 * 1024 })
    expect(packed.length).toBeGreaterThan(64 * 1024)
    expect(result).toMatchObject({ ok: true, preview: { title: 'Long read' } })
  })

  it('is not held up by hostile nesting', async () => {
    const html = `<title>Deep</title>${'<div>'.repeat(50_000)}${'<p>'.repeat(80_000)}`
    const before = threadWorkedMs()
    expect((await previewOf(answerHtml(html))).title).toBe('Deep')
    expect(threadWorkedMs() - before).toBeLessThan(1000)
  })
})
