import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { blockUser } from '#contract/accounts/block-routes.ts'
import { listUnansweredComments } from '#contract/posts/comment-routes.ts'
import { UNANSWERED_MAX } from '#contract/posts/limits.ts'
import { aSignedInUser, aUser, type BuiltUser } from '#server/domains/accounts/testing.ts'
import { aMessage, aReaction } from '#server/domains/channels/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { aPost } from '../testing.ts'

const DAY_MS = 86_400_000

let app: TestApp
let asha: { user: BuiltUser; session: TestSession }
let page: { id: string; handle: string }
let ravi: BuiltUser
let post: { id: string }

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

beforeEach(async () => {
  asha = await aSignedInUser(app, { name: 'Asha Rao' })
  page = await aCreator(app.db, asha.user.id)
  ravi = await aUser(app.db, { name: 'Ravi Menon' })
  // Newcomers write less often.
  await run(app.db, sql`update users set created_at = now() - interval '2 days'`)
  post = await aPost(app.db, page.id, { title: 'The first verse' })
})

const unanswered = async (as = asha.session) => (await app.call(listUnansweredComments, {}, { as })).body
const bodies = async () => (await unanswered()).map(({ body }) => body)

test('a comment waits until its creator answers or reacts', async () => {
  const first = await aMessage(app.db, post.id, ravi.id, { body: 'Which guitar is it?' })
  const second = await aMessage(app.db, post.id, ravi.id, { body: 'Lovely' })
  const [, oldest] = await unanswered()
  expect(oldest).toMatchObject({
    author: { name: 'Ravi Menon' },
    postTitle: 'The first verse',
    body: 'Which guitar is it?',
  })
  expect(oldest?.path).toMatch(new RegExp(`^/${page.handle}/posts/.+#comment-${first.seq}$`))

  await aMessage(app.db, post.id, asha.user.id, { body: 'An old one', rootSeq: first.seq })
  expect(await bodies()).toEqual(['Lovely'])
  await aReaction(app.db, post.id, asha.user.id, { seq: second.seq, emoji: '❤️' })
  expect(await bodies()).toEqual([])
})

test('neither their own comments nor those of people they blocked wait, nor what is older than a month', async () => {
  const rude = await aUser(app.db)
  await aMessage(app.db, post.id, rude.id, { body: 'Rude' })
  await aMessage(app.db, post.id, asha.user.id, { body: 'My own' })
  const now = new Date(app.clock.now().getTime() - 31 * DAY_MS)
  await aMessage(app.db, post.id, ravi.id, { body: 'Long ago', now })
  await app.call(blockUser, { userId: rude.id }, { as: asha.session })
  expect(await bodies()).toEqual([])
})

test('only the newest are listed, and nobody else’s', async () => {
  for (let number = 0; number < 3; number += 1) {
    const { id } = await aPost(app.db, page.id)
    for (let count = 0; count < 9; count += 1)
      await aMessage(app.db, id, ravi.id, { body: `${number} ${count}` })
  }
  const rows = await unanswered()
  expect(rows).toHaveLength(UNANSWERED_MAX)
  expect(rows[0]?.body).toBe('2 8')
  const other = await aSignedInUser(app)
  await aCreator(app.db, other.user.id)
  expect(await unanswered(other.session)).toEqual([])
})
