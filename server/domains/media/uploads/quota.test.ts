import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { deleteMedium, getStorage } from '#contract/media/routes.ts'
import { UPLOADS_PATH } from '#contract/media/rules.ts'
import { createPost } from '#contract/posts/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { one, run, sql } from '#server/platform/db/query.ts'
import { aClip, aTone } from '#server/platform/media-files/clip-testing.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { aMedium } from '../testing.ts'

let app: TestApp
let asha: TestSession
let ravi: TestSession
let member: TestSession
let memberId: string

beforeAll(async () => {
  app = await startTestApp({ CREATOR_STORAGE_GB: '1' })
  const people = [await aUser(app.db), await aUser(app.db), await aUser(app.db)] as const
  for (const person of people.slice(0, 2)) await aCreator(app.db, person.id)
  asha = await aSession(app.db, app.platform, people[0].id)
  ravi = await aSession(app.db, app.platform, people[1].id)
  memberId = people[2].id
  member = await aSession(app.db, app.platform, memberId)
})
afterAll(() => app.close())

function begin(session: TestSession, sizeBytes: number, kind = 'video'): Promise<Response> {
  return fetch(`${app.baseUrl}${UPLOADS_PATH}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${session.token}`,
      cookie: `cheers-${new URL(app.baseUrl).port}=${session.cookie}`,
      'tus-resumable': '1.0.0',
      'upload-length': String(sizeBytes),
      'upload-metadata': `kind ${btoa(kind)}`,
    },
  })
}

describe("a creator's storage", () => {
  test('is counted including renditions, and shown', async () => {
    expect((await app.call(getStorage, {}, { as: asha })).body).toEqual({
      usedBytes: 0,
      allowedBytes: 1_000_000_000,
    })
    const files = { audio: new Blob([aTone(2)]) }
    const { body } = await app.call(createPost, { content: '<p>x</p>' }, { as: asha, files })
    const sent = (await app.call(getStorage, {}, { as: asha })).body.usedBytes
    expect(sent).toBe(aTone(2).length)
    await app.drain()
    const { sum } = await one(
      app.db,
      sql<{ sum: number }>`select coalesce(sum(size_bytes), 0)::bigint as sum from media_renditions
        where media_id = ${body.post.media?._id ?? ''}`,
    )
    expect((await app.call(getStorage, {}, { as: asha })).body.usedBytes).toBe(sent + sum)
  })

  test('ends at the quota: an upload beyond it is refused with the used and allowed space', async () => {
    const first = await begin(ravi, 500_000_000)
    expect(first.status).toBe(201)
    expect((await begin(ravi, 400_000_000)).status).toBe(201)
    const refused = await begin(ravi, 200_000_000)
    expect([refused.status, await refused.json()]).toMatchObject([
      413,
      {
        code: 'storage_used_up',
        message:
          'You use 900 MB of your 1 GB, so there is no room for these 200 MB. Delete files or posts you no longer need, then try again.',
      },
    ])
    const files = { audio: new Blob([Buffer.alloc(101_000_000)]) }
    const form = await app.call(createPost, { content: '<p>x</p>' }, { as: ravi, files })
    expect([form.status, form.failure.code]).toEqual([413, 'storage_used_up'])
  })

  test('is freed again when something is deleted', async () => {
    const clip = aClip()
    const answer = await begin(asha, clip.length)
    const at = answer.headers.get('location') ?? ''
    const before = (await app.call(getStorage, {}, { as: asha })).body.usedBytes
    const headers = {
      authorization: `Bearer ${asha.token}`,
      cookie: `cheers-${new URL(app.baseUrl).port}=${asha.cookie}`,
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '0',
    }
    expect((await fetch(`${app.baseUrl}${at}`, { method: 'PATCH', headers, body: clip })).status).toBe(204)
    await app.drain()
    expect((await app.call(getStorage, {}, { as: asha })).body.usedBytes).toBeGreaterThan(before)
    await app.call(deleteMedium, { mediaId: at.split('/').at(-1) ?? '' }, { as: asha })
    expect((await app.call(getStorage, {}, { as: asha })).body.usedBytes).toBe(before)
  })

  test('is for creators: others reserve nothing, and have 1 GB for their pictures', async () => {
    expect((await begin(member, 1000)).status).toBe(403)
    expect((await app.call(getStorage, {}, { as: member })).body.usedBytes).toBe(0)
    await run(
      app.db,
      sql`update media set renditions_bytes = 1_000_000_000 where id = ${(await aMedium(app.db, memberId, 'image')).id}`,
    )
    expect((await begin(member, 1000, 'image')).status).toBe(413)
  })
})
