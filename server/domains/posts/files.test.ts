import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { getDownload, getMedium, getPlayback, getStorage } from '#contract/media/routes.ts'
import { UPLOAD_MAX_BYTES } from '#contract/media/rules.ts'
import { createPost, deletePost, getPostsByPageHandle } from '#contract/posts/routes.ts'
import { aMedium, announceFile } from '#server/domains/media/testing.ts'
import { many, run, sql } from '#server/platform/db/query.ts'
import type { TestSession } from '#server/testing/test-app.ts'

import { startFileTest } from './file-testing.ts'
import { expectNoBytes, fetchAs } from './media-testing.ts'
import { finishDeletions } from './testing.ts'

let rig: Awaited<ReturnType<typeof startFileTest>>
beforeAll(async () => {
  rig = await startFileTest()
})
afterAll(() => rig.app.close())

type Who = 'visitor' | 'follower' | 'ofBasic' | 'ofFull' | 'asha'
const EVERYONE: readonly Who[] = ['visitor', 'follower', 'ofBasic', 'ofFull', 'asha']
const sessionOf = (who: Who): TestSession | undefined => (who === 'visitor' ? undefined : rig[who])

/* Who may have a file, by the plan its post asks for and the plan the file asks for; written by hand. */
const MAY_HAVE: [post: 'basic' | null, file: 'basic' | 'full' | null, who: readonly Who[]][] = [
  [null, null, ['visitor', 'follower', 'ofBasic', 'ofFull', 'asha']],
  [null, 'basic', ['ofBasic', 'ofFull', 'asha']],
  [null, 'full', ['ofFull', 'asha']],
  ['basic', null, ['ofBasic', 'ofFull', 'asha']],
  ['basic', 'basic', ['ofBasic', 'ofFull', 'asha']],
  ['basic', 'full', ['ofFull', 'asha']],
]

describe.each(MAY_HAVE)('a file in a post for %s, itself for %s', (post, file, who) => {
  const secret = `RIFF of ${post} and ${file}`
  let mediaId: string
  let postId: string
  let folder: string
  beforeAll(async () => {
    mediaId = await rig.upload('stems.zip', secret)
    const asks = file === null ? {} : { planIds: [rig[file]] }
    const { body } = await rig.publish([{ mediaId, ...asks }], post === null ? {} : { planId: rig[post] })
    postId = body.post._id
    const [row] = await many(
      rig.app.db,
      sql<{ folder: string }>`select folder from media where id = ${mediaId}`,
    )
    folder = row?.folder ?? ''
  })

  test.each(EVERYONE)('gives %s exactly what is theirs', async (viewer) => {
    const session = sessionOf(viewer)
    const seen = await rig.postSeenBy(session, postId)
    expect(seen.fileCount).toBe(1)
    const mayReadPost = post === null || !['visitor', 'follower'].includes(viewer)
    const mayHave = who.includes(viewer)
    expect(seen.files.map(({ name, isOpen }) => [name, isOpen])).toEqual(
      mayReadPost ? [['stems.zip', mayHave]] : [],
    )
    // What the cheapest way in is, where it's closed.
    expect(seen.files[0]?.plan?.name).toBe(
      mayReadPost && !mayHave ? { basic: 'Basic', full: 'Full' }[file ?? 'full'] : undefined,
    )
    const answer = await rig.download(session, mediaId)
    expect(answer === null ? null : await answer.text()).toBe(mayHave ? secret : null)
  })

  test.each(EVERYONE.filter((viewer) => !who.includes(viewer)))(
    'gives %s no byte by any address',
    async (viewer) => {
      const session = sessionOf(viewer) ?? null
      const { body } = await rig.app.call(getDownload, { mediaId }, { as: rig.ofFull })
      await expectNoBytes(rig.app, session, body.url)
      await expectNoBytes(rig.app, session, `/media/p/${folder}/original`)
      expect((await rig.app.call(getPlayback, { mediaId }, { as: session ?? undefined })).status).toBe(404)
      const { body: listed } = await rig.app.call(
        getPostsByPageHandle,
        { pageHandle: 'asha' },
        { as: session ?? undefined },
      )
      expect(JSON.stringify(listed)).not.toContain(folder)
    },
  )
})

describe('a file', () => {
  test.each([
    ['page.html', '<script>alert(1)</script>'],
    ['picture.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['paper.pdf', '%PDF-1.7'],
    ['photo.jpg', 'not a photo'],
  ])('is saved and never rendered: %s', async (name, text) => {
    const mediaId = await rig.upload(name, text)
    await rig.publish([{ mediaId }])
    for (const session of [undefined, rig.ofBasic, rig.asha]) {
      const answer = await rig.download(session, mediaId)
      expect(await answer?.text()).toBe(text)
      expect(Object.fromEntries(answer?.headers ?? [])).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="${name}"`,
        'x-content-type-options': 'nosniff',
        'accept-ranges': 'bytes',
      })
    }
  })

  test('keeps its name, cleaned, in any script', async () => {
    const mediaId = await rig.upload('../Ашa\u202E "x"; filename=y.html', 'text')
    const { body } = await rig.publish([{ mediaId }])
    expect(body.post.files[0]?.name).toBe('Ашa x; filename=y.html')
    const answer = await rig.download(rig.asha, mediaId)
    expect(answer?.headers.get('content-disposition')).toBe(
      `attachment; filename="__a_x__filename_y.html"; filename*=UTF-8''%D0%90%D1%88a%20x%3B%20filename%3Dy.html`,
    )
  })

  test('is a post by itself, without a word', async () => {
    const mediaId = await rig.upload('stems.zip', 'x')
    const { status, body } = await rig.app.call(
      createPost,
      { content: '', files: [{ mediaId }] },
      { as: rig.asha },
    )
    expect([status, body.post?.fileCount]).toEqual([200, 1])
  })

  test('can be resumed', async () => {
    const mediaId = await rig.upload('long.bin', '0123456789')
    await rig.publish([{ mediaId }])
    const part = await rig.download(rig.ofBasic, mediaId, { range: 'bytes=4-' })
    expect([part?.status, part?.headers.get('content-range'), await part?.text()]).toEqual([
      206,
      'bytes 4-9/10',
      '456789',
    ])
  })

  test('is no picture, and a picture is no file', async () => {
    const mediaId = await rig.upload('stems.zip', 'x')
    const asMedia = await rig.app.call(
      createPost,
      { content: '<p>x</p>', mediaIds: [mediaId] },
      { as: rig.asha },
    )
    expect(asMedia.failure.code).toBe('medium_not_usable')
    const picture = await aMedium(rig.app.db, rig.ownerId, 'image')
    expect((await rig.publish([{ mediaId: picture.id }])).failure.code).toBe('medium_not_usable')
    expect((await rig.publish([{ mediaId }])).status).toBe(200)
    expect((await rig.publish([{ mediaId }])).failure.code).toBe('medium_not_usable')
  })

  test('of more than 500 MB is refused when it is announced', async () => {
    const announce = (sizeBytes: number) => announceFile(rig.app, rig.asha, { name: 'x.iso', sizeBytes })
    expect((await announce(UPLOAD_MAX_BYTES + 1)).status).toBe(413)
    const taken = await announce(UPLOAD_MAX_BYTES)
    expect(taken.status).toBe(201)
  })

  test('counts against the space of its creator', async () => {
    const used = async () => (await rig.app.call(getStorage, {}, { as: rig.asha })).body.usedBytes
    const before = await used()
    await rig.upload('big.bin', 'x'.repeat(5000))
    expect(await used()).toBe(before + 5000)
  })

  test('is downloaded by its owner before it is in a post, and by nobody else', async () => {
    const mediaId = await rig.upload('draft.txt', 'mine')
    expect(await (await rig.download(rig.asha, mediaId))?.text()).toBe('mine')
    for (const session of [undefined, rig.follower, rig.ofFull])
      expect(await rig.download(session, mediaId)).toBeNull()
    const { body } = await rig.app.call(getMedium, { mediaId }, { as: rig.asha })
    expect(body).toMatchObject({ kind: 'file', name: 'draft.txt', state: 'ready', canBePublished: true })
  })

  test('goes with its post, and its bytes with it', async () => {
    const mediaId = await rig.upload('gone.txt', 'bytes')
    const { body } = await rig.publish([{ mediaId }])
    const { body: address } = await rig.app.call(getDownload, { mediaId })
    await rig.app.call(deletePost, { id: body.post._id }, { as: rig.asha })
    expect((await fetchAs(rig.app, null, address.url)).status).toBe(404)
    await finishDeletions(rig.app)
    expect(await many(rig.app.db, sql`select id from media where id = ${mediaId}`)).toEqual([])
  })
})

test('a post has up to 20 files, in their order, each for plans of its own page', async () => {
  const ids: string[] = []
  for (let at = 0; at < 21; at += 1) ids.push(await rig.upload(`${at}.txt`, 'x'))
  const files = ids.map((mediaId) => ({ mediaId }))
  expect((await rig.publish(files)).status).toBe(422)
  const foreign = await rig.publish([{ mediaId: ids[0] ?? '', planIds: [rig.creatorId] }])
  expect(foreign.failure.code).toBe('plan_not_found')
  const { body } = await rig.publish(files.slice(1).toReversed())
  expect(body.post.files.map(({ name }) => name)).toEqual(
    Array.from({ length: 20 }, (_, at) => `${20 - at}.txt`),
  )
})

test('a file keeps its place when its plan ends, and is closed at once', async () => {
  const mediaId = await rig.upload('monthly.txt', 'secret')
  await rig.publish([{ mediaId }], { planId: rig.basic })
  const { body } = await rig.app.call(getDownload, { mediaId }, { as: rig.ofBasic })
  const ends = (until: Date) =>
    run(
      rig.app.db,
      sql`update subscriptions set access_until = ${until} where member_id = ${rig.basicMemberId}`,
    )
  await ends(new Date(Date.now() - 60 * 86_400_000))
  await expectNoBytes(rig.app, rig.ofBasic, body.url)
  await ends(new Date(Date.now() + 20 * 86_400_000))
  expect((await fetchAs(rig.app, rig.ofBasic, body.url)).status).toBe(200)
})
