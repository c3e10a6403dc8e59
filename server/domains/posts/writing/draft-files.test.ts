import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { InputOf } from '#contract/http/route.ts'
import {
  createDraft,
  discardChanges,
  getDraft,
  publishDraft,
  saveDraft,
} from '#contract/posts/writing-routes.ts'
import { maybeOne, run, sql } from '#server/platform/db/query.ts'

import { startFileTest } from '../file-testing.ts'
import { finishDeletions } from '../testing.ts'
import { words } from './writing-testing.ts'

let rig: Awaited<ReturnType<typeof startFileTest>>

beforeAll(async () => {
  rig = await startFileTest()
})
afterAll(() => rig.app.close())

type Files = InputOf<typeof saveDraft>['files']

async function begin(): Promise<string> {
  const { body } = await rig.app.call(createDraft, { clientKey: randomUUID() }, { as: rig.asha })
  return body._id
}
const draftOf = async (id: string) => (await rig.app.call(getDraft, { id }, { as: rig.asha })).body
async function save(id: string, files: Files | 'absent') {
  const input = {
    id,
    revision: (await draftOf(id)).revision,
    title: 'Stems',
    content: words('My stems'),
    audience: [{ reach: 'members' as const, planIds: [], isExact: false, fromAt: null, untilAt: null }],
    mediaIds: [],
    videoLink: null,
    teaser: null,
    coverId: null,
    isMailed: false,
    ...(files === 'absent' ? {} : { files }),
  }
  return rig.app.call(saveDraft, input, { as: rig.asha })
}
const publish = async (id: string) =>
  rig.app.call(
    publishDraft,
    { id, revision: (await draftOf(id)).revision, publishAt: null },
    { as: rig.asha },
  )
const stateOf = (id: string) =>
  maybeOne(rig.app.db, sql<{ id: string }>`select id from media where id = ${id}`)

test('files of a draft are each for their plans once it is published', async () => {
  const [drums, vocals] = [await rig.upload('drums.zip', 'drums'), await rig.upload('vocals.zip', 'vocals')]
  const id = await begin()
  const saved = await save(id, [{ mediaId: vocals, planIds: [rig.full] }, { mediaId: drums }])
  expect(saved.body.files).toMatchObject([
    { _id: vocals, name: 'vocals.zip', sizeBytes: 6, state: 'ready', planIds: [rig.full] },
    { _id: drums, name: 'drums.zip', planIds: [] },
  ])
  // Nobody has them before the post is out.
  for (const person of [undefined, rig.follower, rig.ofBasic, rig.ofFull])
    expect(await rig.download(person, drums)).toBeNull()
  expect((await publish(id)).status).toBe(200)
  const has = async (person: typeof rig.asha | undefined, file: string) =>
    (await (await rig.download(person, file))?.text()) ?? null
  expect(await has(rig.ofBasic, drums)).toBe('drums')
  expect(await has(rig.ofBasic, vocals)).toBeNull()
  expect(await has(rig.ofFull, vocals)).toBe('vocals')
  expect(await has(rig.follower, drums)).toBeNull()
  expect(await has(undefined, drums)).toBeNull()
})

test('editing changes the order and the plans when it is published again, and keeps the counts', async () => {
  const [one, two, three] = [
    await rig.upload('1.zip', 'one'),
    await rig.upload('2.zip', 'two'),
    await rig.upload('3.zip', 'three'),
  ]
  const id = await begin()
  await save(id, [{ mediaId: one }, { mediaId: two }])
  await publish(id)
  await run(rig.app.db, sql`update post_files set downloads = 7 where media_id = ${one}`)
  expect((await save(id, 'absent')).body.files.map(({ _id }) => _id)).toEqual([one, two])
  await save(id, [{ mediaId: three }, { mediaId: two, planIds: [rig.full] }, { mediaId: one }])
  const listed = async () => (await rig.postSeenBy(rig.asha, id)).files
  expect((await listed()).map(({ _id }) => _id)).toEqual([one, two])
  await publish(id)
  expect((await listed()).map(({ _id, downloads }) => [_id, downloads])).toEqual([
    [three, 0],
    [two, 0],
    [one, 7],
  ])
  expect(await rig.download(rig.ofBasic, two)).toBeNull()
  expect((await rig.download(rig.ofFull, two))?.status).toBe(200)
})

test('a file goes once neither the draft nor the published post has it', async () => {
  const [kept, left] = [await rig.upload('kept.zip', 'kept'), await rig.upload('left.zip', 'left')]
  const id = await begin()
  await save(id, [{ mediaId: kept }, { mediaId: left }])
  await save(id, [{ mediaId: kept }])
  await finishDeletions(rig.app)
  expect([await stateOf(kept), await stateOf(left)]).toEqual([{ id: kept }, null])
  await publish(id)
  await save(id, [])
  expect((await rig.download(rig.ofBasic, kept))?.status).toBe(200)
  await rig.app.call(discardChanges, { id }, { as: rig.asha })
  expect((await draftOf(id)).files.map(({ _id }) => _id)).toEqual([kept])
  await save(id, [])
  await publish(id)
  expect(await rig.download(rig.ofBasic, kept)).toBeNull()
  expect(await stateOf(kept)).toBeNull()
})

test("others' files, files of another post and plans of nobody are refused, and nothing is saved", async () => {
  const file = await rig.upload('mine.zip', 'mine')
  const id = await begin()
  await save(id, [{ mediaId: file }])
  const other = await begin()
  expect(await save(other, [{ mediaId: file }])).toMatchObject({ failure: { code: 'medium_not_usable' } })
  expect(await save(other, [{ mediaId: randomUUID() }])).toMatchObject({
    failure: { code: 'medium_not_found' },
  })
  expect((await draftOf(other)).files).toEqual([])
  await save(id, [{ mediaId: file, planIds: [randomUUID()] }])
  expect(await publish(id)).toMatchObject({ failure: { code: 'plan_not_found' } })
})

test('a post of files alone can be published, and waits for their check', async () => {
  const file = await rig.upload('scanned.zip', 'scanned')
  await run(rig.app.db, sql`update media set state = 'processing' where id = ${file}`)
  const id = await begin()
  await save(id, [{ mediaId: file }])
  expect((await publish(id)).status).toBe(200)
  expect((await rig.postSeenBy(rig.asha, id)).isWaiting).toBe(true)
})
