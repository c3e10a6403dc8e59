import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { deleteCaptions, putCaptions } from '#contract/media/routes.ts'
import { createPost, getPostsByPageHandle } from '#contract/posts/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aTone } from '#server/platform/media-files/clip-testing.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

const tone = aTone(20)

let app: TestApp
let asha: TestSession
let url: string
let mediaId: string

beforeAll(async () => {
  app = await startTestApp()
  const user = await aUser(app.db)
  await aCreator(app.db, user.id, { handle: 'asha' })
  asha = await aSession(app.db, app.platform, user.id)
  const files = { audio: new Blob([tone]) }
  const { body } = await app.call(createPost, { content: '<p>x</p>' }, { as: asha, files })
  url = `${app.baseUrl}${body.post.audio}`
  mediaId = body.post.media?._id ?? ''
})
afterAll(() => app.close())

function get(headers: Record<string, string> = {}, method = 'GET') {
  return fetch(url, { method, headers })
}

describe('a part of a medium', () => {
  test('is the bytes of the file, wherever it starts', async () => {
    for (let round = 0; round < 200; round++) {
      const start = randomInt(tone.length)
      const end = Math.min(tone.length - 1, start + randomInt(50_000))
      const answer = await get({ range: `bytes=${start}-${end}` })
      expect([answer.status, answer.headers.get('content-range')]).toEqual([
        206,
        `bytes ${start}-${end}/${tone.length}`,
      ])
      expect(Buffer.from(await answer.arrayBuffer()).equals(tone.subarray(start, end + 1))).toBe(true)
    }
  })

  test('may be its end, or everything from an offset on', async () => {
    const end = Buffer.from(await (await get({ range: 'bytes=-100' })).arrayBuffer())
    expect(end.equals(tone.subarray(-100))).toBe(true)
    const rest = await get({ range: `bytes=${tone.length - 5}-` })
    expect([rest.status, (await rest.arrayBuffer()).byteLength]).toEqual([206, 5])
  })

  test("beyond the end is refused with the file's length", async () => {
    const answer = await get({ range: `bytes=${tone.length}-` })
    expect([answer.status, answer.headers.get('content-range'), await answer.text()]).toEqual([
      416,
      `bytes */${tone.length}`,
      '',
    ])
  })

  test('must be one range: if many are requested, the whole file is sent once', async () => {
    const many = Array.from({ length: 1000 }, (_, at) => `${at}-${tone.length - 1}`).join(',')
    const answer = await get({ range: `bytes=${many}` })
    expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, tone.length])
  })

  test('of another version is answered with the whole', async () => {
    const etag = (await get({}, 'HEAD')).headers.get('etag') ?? ''
    const status = async (ifRange: string) => (await get({ range: 'bytes=0-9', 'if-range': ifRange })).status
    expect(await status(etag)).toBe(206)
    expect(await status('"another"')).toBe(200)
    expect(await status(`W/${etag}`)).toBe(200)
    expect(await status('Wed, 21 Oct 2015 07:28:00 GMT')).toBe(200)
  })
})

describe('a medium', () => {
  test('has a modification date, and answers conditions on it', async () => {
    expect((await get()).headers.get('last-modified')).toBeNull()
    await app.clock.advance(app.db, 61_000)
    const modified = (await get()).headers.get('last-modified') ?? ''
    const since = (seconds: number) => new Date(Date.parse(modified) + seconds * 1000).toUTCString()
    const ask = async (headers: Record<string, string>, method = 'GET') => {
      const answer = await get(headers, method)
      return [answer.status, (await answer.arrayBuffer()).byteLength]
    }
    expect(await ask({ 'if-modified-since': modified })).toEqual([304, 0])
    expect(await ask({ 'if-modified-since': since(-1) })).toEqual([200, tone.length])
    expect(await ask({ 'if-modified-since': modified, 'if-none-match': '"x"' })).toEqual([200, tone.length])
    expect(await ask({ 'if-unmodified-since': modified })).toEqual([200, tone.length])
    expect(await ask({ 'if-unmodified-since': since(-1) })).toEqual([412, 0])
    expect(await ask({ 'if-match': '"x"' })).toEqual([412, 0])
    expect(await ask({ 'if-match': '*', range: 'bytes=0-9' })).toEqual([206, 10])
    expect(await ask({ 'if-range': modified, range: 'bytes=0-9' })).toEqual([206, 10])
    expect(await ask({ 'if-range': since(1), range: 'bytes=0-9' })).toEqual([200, tone.length])
    // Failed preconditions come before an unsatisfiable range.
    expect(await ask({ 'if-match': '"x"', range: `bytes=${tone.length}-` })).toEqual([412, 0])
    expect(await ask({ 'if-modified-since': modified }, 'HEAD')).toEqual([304, 0])
  })

  test('that a browser has is not sent again', async () => {
    const head = await get({}, 'HEAD')
    expect([head.status, head.headers.get('content-length'), head.headers.get('accept-ranges')]).toEqual([
      200,
      String(tone.length),
      'bytes',
    ])
    expect((await head.arrayBuffer()).byteLength).toBe(0)
    const etag = head.headers.get('etag') ?? ''
    for (const named of [etag, `"x", W/${etag}`, '*']) {
      const answer = await get({ 'if-none-match': named })
      expect([answer.status, await answer.text()]).toEqual([304, ''])
    }
    expect((await get({ 'if-none-match': '"x"' })).status).toBe(200)
  })

  test('is not compressed on the way, so that its length holds', async () => {
    const answer = await get({ 'accept-encoding': 'gzip' })
    expect(answer.headers.get('content-encoding')).toBeNull()
  })

  test('comes from the store itself if that has addresses; captions come from us', async () => {
    const { storage } = app.platform
    const asked: { expiresInSeconds: number; contentType: string; disposition: string }[] = []
    const presign = storage.presign.bind(storage)
    storage.presign = async (key, options) => {
      asked.push(options)
      return `https://store.example/${key}?signed`
    }
    const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n'
    await app.call(putCaptions, { mediaId, language: 'fr', label: 'Français', vtt }, { as: asha })
    const sent = await fetch(url, { redirect: 'manual', headers: { range: 'bytes=0-9' } })
    const head = await fetch(url, { redirect: 'manual', method: 'HEAD' })
    const captions = await fetch(url.replace(/[^/]*$/, 'captions-fr'), { redirect: 'manual' })
    const notThere = await fetch(url.replace(/[^/]*$/, 'none'), { redirect: 'manual' })
    storage.presign = presign
    await app.call(deleteCaptions, { mediaId, language: 'fr' }, { as: asha })
    expect([sent.status, sent.headers.get('cache-control')]).toEqual([302, 'no-store'])
    expect(sent.headers.get('location')).toMatch(
      /^https:\/\/store\.example\/media\/[0-9a-f]{32}\/[\w-]+\.\w+\?signed$/,
    )
    expect(asked).toEqual([
      {
        expiresInSeconds: 600,
        contentType: 'audio/wav',
        disposition: 'inline; filename="cheers-audio.wav"',
      },
    ])
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(tone.length)])
    expect([captions.status, notThere.status]).toEqual([200, 404])
  })

  test('has captions in languages to choose from', async () => {
    const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\n<b>Hello</b><script>x</script>\n'
    const put = (language: string, text = vtt) =>
      app.call(putCaptions, { mediaId, language, label: 'English', vtt: text }, { as: asha })
    expect((await put('en')).body.captions).toEqual([{ language: 'en', label: 'English' }])
    expect((await put('en', vtt.replace('Hello', 'Good evening'))).body.captions).toHaveLength(1)
    expect(await put('de', 'not captions')).toMatchObject({
      status: 422,
      failure: { code: 'captions_malformed' },
    })
    expect((await put('../x')).status).toBe(422)
    const { body } = await app.call(getPostsByPageHandle, { pageHandle: 'asha' })
    const track = body[0]?.media?.captions[0]
    const answer = await fetch(`${app.baseUrl}${track?.url}`)
    expect(answer.headers.get('content-type')).toBe('text/vtt; charset=utf-8')
    expect(await answer.text()).toBe('WEBVTT\n\n00:01.000 --> 00:02.000\n<b>Good evening</b>x\n')
    const left = await app.call(deleteCaptions, { mediaId, language: 'en' }, { as: asha })
    expect(left.body.captions).toEqual([])
    expect((await fetch(`${app.baseUrl}${track?.url}`)).status).toBe(404)
  })
})
