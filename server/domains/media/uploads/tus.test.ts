import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import http from 'node:http'
import net from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { deleteMedium, getMedium } from '#contract/media/routes.ts'
import { UPLOAD_CHUNK_BYTES, UPLOAD_MAX_BYTES, UPLOADS_PATH } from '#contract/media/rules.ts'
import { createPost } from '#contract/posts/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aClip, aTone } from '#server/platform/media-files/clip-testing.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

const CHUNK = { 'content-type': 'application/offset+octet-stream' }

let app: TestApp
let asha: TestSession
let other: TestSession
let member: TestSession

beforeAll(async () => {
  app = await startTestApp()
  const sessionOf = ({ id }: { id: string }) => aSession(app.db, app.platform, id)
  const people = [await aUser(app.db), await aUser(app.db)] as const
  for (const person of people) await aCreator(app.db, person.id)
  asha = await sessionOf(people[0])
  other = await sessionOf(people[1])
  member = await sessionOf(await aUser(app.db))
})
afterAll(() => app.close())

async function newcomer(): Promise<TestSession> {
  const user = await aUser(app.db)
  await aCreator(app.db, user.id)
  return aSession(app.db, app.platform, user.id)
}

function headersOf(session: TestSession): Record<string, string> {
  return {
    authorization: `Bearer ${session.token}`,
    cookie: `cheers-${new URL(app.baseUrl).port}=${session.cookie}`,
    'tus-resumable': '1.0.0',
  }
}

function ask(session: TestSession, method: string, at: string, headers = {}, body?: Buffer<ArrayBuffer>) {
  return fetch(`${app.baseUrl}${at}`, {
    method,
    headers: { ...headersOf(session), ...headers },
    ...(body ? { body } : {}),
  })
}

function begin(session: TestSession, sizeBytes: number, kind = 'audio') {
  const metadata = `filetype ${btoa('audio/wav')},kind ${btoa(kind)},filename ${btoa('../../evil.php')}`
  return ask(session, 'POST', UPLOADS_PATH, { 'upload-length': sizeBytes, 'upload-metadata': metadata })
}

async function beginAt(session: TestSession, sizeBytes: number, kind = 'audio'): Promise<string> {
  const answer = await begin(session, sizeBytes, kind)
  expect(answer.status).toBe(201)
  return answer.headers.get('location') ?? ''
}

function send(session: TestSession, at: string, offset: number, bytes: Buffer<ArrayBuffer>) {
  return ask(session, 'PATCH', at, { ...CHUNK, 'upload-offset': offset }, bytes)
}

async function mediumAt(at: string, session = asha) {
  const mediaId = at.split('/').at(-1) ?? ''
  return (await app.call(getMedium, { mediaId }, { as: session })).body
}

/** Sends this many bytes of a chunk, then the connection breaks. */
async function breakOff(at: string, offset: number, bytes: Buffer, sentBytes: number): Promise<void> {
  const socket = net.connect(Number(new URL(app.baseUrl).port), '127.0.0.1')
  const headers = { ...headersOf(asha), ...CHUNK, 'upload-offset': offset, 'content-length': bytes.length }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.write(`PATCH ${at} HTTP/1.1\r\nhost: localhost\r\n${lines.join('\r\n')}\r\n\r\n`)
  await new Promise((resolve) => socket.write(bytes.subarray(0, sentBytes), resolve))
  socket.destroy()
}

/** The uploaded file, apart from its renditions. */
function originalOf(url: string | null): string {
  return (url ?? '').replace(/[^/]*$/, 'original')
}

async function stagedNames(): Promise<string[]> {
  return fs.readdir(path.join(app.platform.config.dataDir, 'uploads'))
}

describe('an upload', () => {
  test('in chunks becomes a medium of the same bytes', async () => {
    const tone = aTone(4)
    const at = await beginAt(asha, tone.length)
    expect((await send(asha, at, 0, tone.subarray(0, 20_000))).headers.get('upload-offset')).toBe('20000')
    expect(await mediumAt(at)).toMatchObject({ state: 'uploading', canBePublished: false })
    const last = await send(asha, at, 20_000, tone.subarray(20_000))
    expect([last.status, last.headers.get('upload-offset')]).toEqual([204, String(tone.length)])
    const medium = await mediumAt(at)
    expect(medium).toMatchObject({ kind: 'audio', state: 'ready', durationMs: 4000, canBePublished: true })
    await app.drain()
    expect(await mediumAt(at)).toMatchObject({ progress: 100 })
    expect(await stagedNames()).toEqual([])

    const { body } = await app.call(createPost, { content: '<p>x</p>', mediaId: medium._id }, { as: asha })
    const played = Buffer.from(
      await (await fetch(`${app.baseUrl}${originalOf(body.post.audio)}`)).arrayBuffer(),
    )
    expect(createHash('sha256').update(played).digest('hex')).toBe(
      createHash('sha256').update(tone).digest('hex'),
    )
    const again = await app.call(createPost, { content: '<p>x</p>', mediaId: medium._id }, { as: asha })
    expect(again).toMatchObject({ status: 409, failure: { code: 'medium_not_usable' } })
  })

  test('that is cut off resumes where it was, repeating at most one chunk', async () => {
    const tone = aTone(300)
    const at = await beginAt(asha, tone.length)
    let offset = 0
    let sentBytes = 0
    for (let cut = 0; cut < 10; cut++) {
      const chunk = tone.subarray(offset, offset + 400_000)
      await breakOff(at, offset, chunk, 300_000)
      sentBytes += 300_000
      const { headers, status } = await ask(asha, 'HEAD', at)
      expect([status, headers.get('upload-length')]).toEqual([200, String(tone.length)])
      offset = Number(headers.get('upload-offset'))
      expect(sentBytes - offset).toBeLessThanOrEqual((cut + 1) * UPLOAD_CHUNK_BYTES)
    }
    // Bytes on their way when the connection broke may still arrive; then the offset has moved, and is queried again.
    let status = (await send(asha, at, offset, tone.subarray(offset))).status
    while (status === 409) {
      offset = Number((await ask(asha, 'HEAD', at)).headers.get('upload-offset'))
      status = (await send(asha, at, offset, tone.subarray(offset))).status
    }
    expect(status).toBe(204)
    expect(await mediumAt(at)).toMatchObject({ state: 'ready', durationMs: 300_000 })
    // The lost answer may be the last one: then the browser asks once more.
    const { headers } = await ask(asha, 'HEAD', at)
    expect(headers.get('upload-offset')).toBe(String(tone.length))
    await app.call(deleteMedium, { mediaId: at.split('/').at(-1) ?? '' }, { as: asha })
  })

  test('of a picture is rewritten by a job', async () => {
    const { default: sharp } = await import('sharp')
    const background = { create: { width: 900, height: 600, channels: 3, background: '#204080' } } as const
    const png = Buffer.from(await sharp(background).png().toBuffer())
    const at = await beginAt(asha, png.length, 'image')
    await send(asha, at, 0, png)
    expect(await mediumAt(at)).toMatchObject({ state: 'processing', canBePublished: true })
    // Published before it is ready, it appears once it is.
    const mediaId = at.split('/').at(-1) ?? ''
    const { body } = await app.call(createPost, { content: '<p>x</p>', mediaId }, { as: asha })
    expect(body.post).toMatchObject({
      isWaiting: true,
      image: null,
      media: { state: 'processing', src: null },
    })
    await app.drain()
    expect(await mediumAt(at)).toMatchObject({ state: 'ready', progress: 100, widthPx: 900 })
  })

  test('of another type than announced fails, and says why', async () => {
    const at = await beginAt(asha, aClip().length, 'image')
    expect((await send(asha, at, 0, aClip())).status).toBe(204)
    expect(await mediumAt(at)).toMatchObject({ state: 'failed', canBePublished: false })
    expect((await mediumAt(at)).failure).toMatch(/JPEG, PNG/)
  })

  test('belongs to its user alone', async () => {
    const at = await beginAt(asha, 1000)
    for (const method of ['HEAD', 'DELETE']) expect((await ask(other, method, at)).status).toBe(404)
    expect((await send(other, at, 0, randomBytes(10))).status).toBe(404)
    expect((await app.call(getMedium, { mediaId: at.split('/').at(-1) ?? '' }, { as: other })).status).toBe(
      404,
    )
    expect((await ask(asha, 'DELETE', at)).status).toBe(204)
    expect((await ask(asha, 'HEAD', at)).status).toBe(404)
    expect(await stagedNames()).toEqual([])
  })

  test('continues undisturbed while a stranger who knows its address calls it', async () => {
    const tone = aTone(300)
    const at = await beginAt(asha, tone.length)
    const request = http.request(`${app.baseUrl}${at}`, {
      method: 'PATCH',
      headers: { ...headersOf(asha), ...CHUNK, 'upload-offset': 0, 'content-length': tone.length },
    })
    const answered = once(request, 'response') as Promise<[http.IncomingMessage]>
    const staged = path.join(app.platform.config.dataDir, 'uploads', at.split('/').at(-1) ?? '')
    request.write(tone.subarray(0, 2_500_000))
    const sizeOf = async () => (await fs.stat(staged)).size
    // A full block of a megabyte has been written.
    await expect.poll(sizeOf, { timeout: 10_000 }).toBeGreaterThan(2_000_000)
    for (const method of ['HEAD', 'DELETE']) expect((await ask(other, method, at)).status).toBe(404)
    expect((await send(other, at, await sizeOf(), randomBytes(10))).status).toBe(404)
    request.end(tone.subarray(2_500_000))
    const [answer] = await answered
    expect([answer.statusCode, answer.headers['upload-offset']]).toEqual([204, String(tone.length)])
    answer.resume()
    expect(await mediumAt(at)).toMatchObject({ state: 'ready', durationMs: 300_000 })
    await app.call(deleteMedium, { mediaId: at.split('/').at(-1) ?? '' }, { as: asha })
  })

  test('reserves no space for unsent bytes', async () => {
    const { bavail, bsize } = await fs.statfs(path.join(app.platform.config.dataDir, 'uploads'))
    // Enough free accounts to announce more than this disk holds.
    const people = Math.min(400, Math.ceil((bavail * bsize) / (4 * UPLOAD_MAX_BYTES)) + 1)
    const insert = `insert into media (id, owner_id, kind, state, folder, created_at, expires_at)
      select gen_random_uuid(), id, 'video', 'uploading', md5(random()::text), now(), now() + interval '1 day'
      from users, generate_series(1, $1) where id = (select min(id::text)::uuid from users) returning id`
    const { rows } = await app.platform.database.pool.query<{ id: string }>(insert, [people * 4])
    await app.platform.database.pool.query(
      `insert into uploads (id, user_id, size_bytes, created_at, expires_at)
        select id, owner_id, $2, created_at, expires_at from media where id = any($1)`,
      [rows.map(({ id }) => id), UPLOAD_MAX_BYTES],
    )
    const another = await newcomer()
    const at = await beginAt(another, 1000)
    expect((await ask(another, 'DELETE', at)).status).toBe(204)
    await app.platform.database.pool.query(`delete from media where id = any($1)`, [rows.map(({ id }) => id)])
  })

  test('of a picture of up to 10 MB is for everyone, of anything else for creators', async () => {
    expect((await begin(member, 1000)).status).toBe(403)
    expect((await begin(member, 1000, 'file')).status).toBe(403)
    const tooLarge = await begin(member, 10 * 1024 * 1024 + 1, 'image')
    expect([tooLarge.status, await tooLarge.json()]).toMatchObject([
      413,
      { message: 'Max file size is 10MB' },
    ])
    const answer = await begin(member, 1000, 'image')
    expect(answer.status).toBe(201)
    const at = answer.headers.get('location') ?? ''
    expect((await ask(asha, 'DELETE', at)).status).toBe(404)
    expect((await ask(member, 'DELETE', at)).status).toBe(204)
  })

  test('needs both halves of a session', async () => {
    expect((await begin({ token: asha.token, cookie: 'x' }, 1000)).status).toBe(401)
    expect((await begin({ token: 'x', cookie: asha.cookie }, 1000)).status).toBe(401)
    const crossSite = await ask(asha, 'POST', UPLOADS_PATH, {
      'sec-fetch-site': 'cross-site',
      origin: 'https://evil.example',
      'upload-length': 10,
    })
    expect(crossSite.status).toBe(403)
  })

  test('is refused above 500 MB before anything is kept', async () => {
    const answer = await begin(asha, UPLOAD_MAX_BYTES + 1)
    expect([answer.status, await answer.json()]).toMatchObject([413, { message: 'Max file size is 500MB' }])
    expect(await stagedNames()).toEqual([])
  })

  test.each([
    ['no length', { 'upload-metadata': `kind ${btoa('audio')}` }, 400],
    ['no kind', { 'upload-length': 10 }, 422],
    ['an unknown kind', { 'upload-length': 10, 'upload-metadata': `kind ${btoa('exe')}` }, 422],
    ['another version', { 'upload-length': 10, 'tus-resumable': '0.2.2' }, 412],
  ])('is refused with %s', async (_, headers, status) => {
    expect((await ask(asha, 'POST', UPLOADS_PATH, headers)).status).toBe(status)
  })

  test('takes no more bytes than announced, and none at a wrong offset', async () => {
    const at = await beginAt(asha, 100)
    expect((await send(asha, at, 50, randomBytes(10))).status).toBe(409)
    expect((await send(asha, at, 0, randomBytes(101))).status).toBe(413)
    expect((await ask(asha, 'HEAD', at)).headers.get('upload-offset')).toBe('0')
    await ask(asha, 'DELETE', at)
  })

  test('is limited to four at a time, and more are refused unseen', async () => {
    const begun = await Promise.all(Array.from({ length: 6 }, () => begin(other, 1000)))
    expect(begun.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201, 429, 429])
    const asked = await Promise.all(Array.from({ length: 12 }, async () => (await begin(other, 1000)).text()))
    expect(asked.filter((answer) => answer.includes('"too_many_uploads"'))).toHaveLength(4)
  })

  test('expires after a day, and is swept', async () => {
    const at = await beginAt(asha, 1000)
    await send(asha, at, 0, randomBytes(10))
    await app.clock.advance(app.db, 24 * 3_600_000)
    expect((await ask(asha, 'HEAD', at)).status).toBe(404)
    await app.platform.database.pool.query(`insert into jobs (name) values ('media.sweep')`)
    await app.drain()
    expect(await stagedNames()).toEqual([])
    expect((await app.call(getMedium, { mediaId: at.split('/').at(-1) ?? '' }, { as: asha })).status).toBe(
      404,
    )
    // Others may start uploads again, too.
    expect((await begin(other, 1000)).status).toBe(201)
  })
})
