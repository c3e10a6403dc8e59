import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { beginTakeout, putCaptions } from '#contract/media/routes.ts'
import { createPost } from '#contract/posts/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { run, sql } from '#server/platform/db/query.ts'
import { aTone } from '#server/platform/media-files/clip-testing.ts'
import { hasPrograms } from '#server/testing/optional-program.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { uploadFile } from '../testing.ts'

/** Reads a ZIP as other programs do: names, bytes, and whether every checksum holds. */
const READ_ZIP = `
import json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
archive.extractall(sys.argv[2])
print(json.dumps(archive.namelist()))`

const execute = promisify(execFile)

let app: TestApp
let asha: TestSession
let ravi: TestSession
let folder: string
const tone = aTone(3)

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-takeout-'))
  app = await startTestApp()
  const user = await aUser(app.db)
  await aCreator(app.db, user.id, { handle: 'asha' })
  asha = await aSession(app.db, app.platform, user.id)
  ravi = await aSession(app.db, app.platform, (await aUser(app.db)).id)
  const publish = (files: Record<string, Blob>) =>
    app.call(createPost, { content: '<p>Evening.</p>', alt: 'A wall' }, { as: asha, files })
  const { body } = await publish({ audio: new Blob([tone]) })
  const mediaId = body.post.media?._id ?? ''
  const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n'
  await app.call(putCaptions, { mediaId, language: 'en', label: 'English', vtt }, { as: asha })
  const photo = sharp({ create: { width: 900, height: 600, channels: 3, background: '#a63' } })
  await publish({ image: new Blob([Buffer.from(await photo.jpeg().toBuffer())]) })
  const stems = await uploadFile(app, asha, { name: '../Stems, mixed.zip', bytes: Buffer.from('stems') })
  const files = [{ mediaId: stems }]
  await app.call(createPost, { content: '<p>Stems.</p>', files }, { as: asha })
})
afterAll(async () => {
  await app.close()
  await fs.rm(folder, { recursive: true, force: true })
})

async function addressFor(session: TestSession): Promise<string> {
  const { status, body } = await app.call(beginTakeout, {}, { as: session })
  expect(status).toBe(200)
  return body.url
}

function ask(url: string, session: TestSession | null): Promise<Response> {
  const headers: Record<string, string> = session
    ? { cookie: `cheers-${new URL(app.baseUrl).port}=${session.cookie}` }
    : {}
  return fetch(`${app.baseUrl}${url}`, { headers })
}

describe('a takeout', () => {
  test.runIf(hasPrograms('python3'))('has all their data, and every file as it is stored', async () => {
    const answer = await ask(await addressFor(asha), asha)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="cheers-[\w-]+\.zip"$/)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    const file = path.join(folder, 'all.zip')
    await fs.writeFile(file, Buffer.from(await answer.arrayBuffer()))
    const { stdout } = await execute('python3', ['-c', READ_ZIP, file, folder])
    const names = JSON.parse(stdout) as string[]
    expect(names.map((name) => name.replace(/\d{4}-\d\d-\d\d/, 'DAY'))).toEqual([
      'data.json',
      'files.json',
      'media/DAY-audio-1.wav',
      'media/DAY-audio-1-captions-en.vtt',
      'media/DAY-image-2.webp',
      'media/DAY-file-3-Stems, mixed.zip',
    ])
    const read = (at: number) => fs.readFile(path.join(folder, names[at] ?? ''))
    expect(JSON.parse(String(await read(0)))).toMatchObject({ creatorPage: { pageHandle: 'asha' } })
    const listed = JSON.parse(String(await read(1))) as { file: string; description: string }[]
    expect(listed.map((entry) => entry.file)).toEqual(names.slice(2))
    expect(listed.at(-2)).toMatchObject({ kind: 'image', description: 'A wall' })
    expect(listed.at(-1)).toMatchObject({ kind: 'file', postedAt: expect.any(String) })
    expect((await read(2)).equals(tone)).toBe(true)
    expect(String(await read(3))).toContain('Hello')
    expect(await sharp(await read(4)).metadata()).toMatchObject({ format: 'webp', width: 900 })
    expect(String(await read(5))).toBe('stems')
  })

  test.each([
    ['in Devanagari', 'आशा_राव'],
    ['in Arabic', 'ليلى'],
    ['of emoji', '🎉🎊'],
    ['of 300 characters', 'ନ'.repeat(300)],
    ['that climbs', '../../../etc/passwd'],
    ['with a line break and quotes', 'a"\r\nset-cookie: x'],
  ])('is saved under a name %s', async (_, username) => {
    const user = await aUser(app.db)
    const session = await aSession(app.db, app.platform, user.id)
    const portrait = 'https://lh3.googleusercontent.example/a'
    await run(
      app.db,
      sql`update users set username = ${username}, name = ${username}, profile_image = ${portrait} where id = ${user.id}`,
    )
    const answer = await ask(await addressFor(session), session)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('set-cookie')).toBe(null)
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="cheers-[\w.-]*-\d{4}-\d\d-\d\d\.zip"(?:; filename\*=UTF-8''[\w.%~!-]+)?$/,
    )
    // A whole ZIP: it ends with the directory of its entries.
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.subarray(-22, -18).toString('latin1')).toBe('PK\u0005\u0006')
    expect(bytes.subarray(-22).readUInt16LE(10)).toBe(2)
  })

  test('is for them alone, and for ten minutes', async () => {
    const url = await addressFor(asha)
    for (const stranger of [null, ravi]) expect((await ask(url, stranger)).status).toBe(404)
    const [grant = ''] = url.split('/').slice(-1)
    const changed = url.replace(grant, `${grant.startsWith('A') ? 'B' : 'A'}${grant.slice(1)}`)
    expect((await ask(changed, asha)).status).toBe(404)
    expect((await ask(`/media/s/${grant}/takeout/original`, asha)).status).toBe(404)
    await app.clock.advance(app.db, 10 * 60_000)
    expect((await ask(url, asha)).status).toBe(404)
    expect((await app.call(beginTakeout, {})).status).toBe(401)
  })

  test('runs twice at a time; a place is free again when one ends or its reader hangs up', async () => {
    const url = await addressFor(asha)
    let goOn = () => {}
    const released = new Promise<void>((resolve) => (goOn = resolve))
    const open = app.platform.storage.open.bind(app.platform.storage)
    const slow = vi.spyOn(app.platform.storage, 'open').mockImplementation(async (key) => {
      await released
      return open(key)
    })
    const [first, second] = [await ask(url, asha), await ask(url, asha)]
    expect([first.status, second.status]).toEqual([200, 200])
    const third = await ask(url, asha)
    expect([third.status, third.headers.get('retry-after')]).toEqual([429, '60'])
    expect(await third.text()).toContain('Two downloads of your data are running.')
    // Another address of theirs is no other place, and theirs are nobody else's.
    expect((await ask(await addressFor(asha), asha)).status).toBe(429)
    const other = await ask(await addressFor(ravi), ravi)
    expect(other.status).toBe(200)
    await other.arrayBuffer()

    await first.body?.cancel()
    const next = await vi.waitFor(async () => {
      const answer = await ask(url, asha)
      expect(answer.status).toBe(200)
      return answer
    })
    expect((await ask(url, asha)).status).toBe(429)
    goOn()
    for (const answer of [second, next]) await answer.arrayBuffer()
    slow.mockRestore()
    await vi.waitFor(async () => {
      const answers = [await ask(url, asha), await ask(url, asha)]
      for (const answer of answers) await answer.body?.cancel()
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
    })
  })
})
