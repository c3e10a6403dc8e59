import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { muteChannel } from '#contract/channels/routes.ts'
import { listMutedChannels, unmuteChannel } from '#contract/notifications/muted-routes.ts'
import { aSignedInUser } from '#server/domains/accounts/testing.ts'
import { aConversation } from '#server/domains/conversations/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aRoom } from '#server/domains/rooms/testing.ts'
import { run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

/* What a person has muted, in one list. */

let app: TestApp
let ravi: Awaited<ReturnType<typeof aSignedInUser>>
let meera: Awaited<ReturnType<typeof aSignedInUser>>
let page: { id: string; handle: string }

const FOR_GOOD = '2100-01-01T00:00:00.000Z'

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

beforeEach(async () => {
  ravi = await aSignedInUser(app, { name: 'Ravi Menon' })
  meera = await aSignedInUser(app, { name: 'Meera Nair' })
  page = await aCreator(app.db, (await aSignedInUser(app)).user.id, { pageName: 'Asha Rao' })
})

const as = () => ({ as: ravi.session })
async function mute(channelId: string, mutedUntil: string | null = FOR_GOOD) {
  expect((await app.call(muteChannel, { channelId, mutedUntil }, as())).status).toBe(200)
}
const muted = async (input: { cursor?: string; limit?: number } = {}) =>
  (await app.call(listMutedChannels, input, as())).body

describe('what a person has muted', () => {
  test('is listed with its name, its page or its people, and is heard of again once unmuted', async () => {
    const room = await aRoom(app.db, page.id, { name: 'Studio' })
    const talk = await aConversation(app.db, [ravi.user.id, meera.user.id])
    await mute(room.id)
    await mute(talk.id)
    const rows = await muted()
    expect(rows).toHaveLength(2)
    expect(rows).toContainEqual({
      _id: room.id,
      kind: 'room',
      name: 'Studio',
      people: [],
      pageName: 'Asha Rao',
      pageHandle: page.handle,
      mutedUntil: FOR_GOOD,
    })
    expect(rows).toContainEqual({
      _id: talk.id,
      kind: 'conversation',
      name: '',
      people: ['Meera Nair'],
      pageName: null,
      pageHandle: null,
      mutedUntil: FOR_GOOD,
    })
    for (const { _id: channelId } of rows)
      expect((await app.call(unmuteChannel, { channelId }, as())).status).toBe(200)
    expect(await muted()).toEqual([])
  })

  test('ends by itself, and is nobody else’s', async () => {
    const room = await aRoom(app.db, page.id)
    await mute(room.id, new Date(app.clock.now().getTime() - 1000).toISOString())
    expect(await muted()).toEqual([])
    await mute(room.id)
    expect((await app.call(listMutedChannels, {}, { as: meera.session })).body).toEqual([])
    await app.call(unmuteChannel, { channelId: room.id }, { as: meera.session })
    expect(await muted()).toHaveLength(1)
  })

  test('can be unmuted where one may no longer enter', async () => {
    const room = await aRoom(app.db, page.id)
    await mute(room.id)
    await run(
      app.db,
      sql`insert into exclusions (room_id, user_id, excluded_at) values (${room.id}, ${ravi.user.id}, now())`,
    )
    expect((await muted()).map(({ name }) => name)).toEqual(['Studio'])
    await app.call(unmuteChannel, { channelId: room.id }, as())
    expect(await muted()).toEqual([])
  })

  test('comes in pages', async () => {
    const ids = []
    for (const name of ['One', 'Two', 'Three']) ids.push((await aRoom(app.db, page.id, { name })).id)
    for (const id of ids) await mute(id)
    const first = await muted({ limit: 2 })
    const rest = await muted({ limit: 2, cursor: first[1]?._id ?? '' })
    expect([...first, ...rest].map(({ name }) => name)).toEqual(['Three', 'Two', 'One'])
  })
})
