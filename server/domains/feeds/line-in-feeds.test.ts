import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { followPage } from '#contract/audiences/routes.ts'
import { createPrivateFeed } from '#contract/feeds/routes.ts'
import { createPost } from '#contract/posts/routes.ts'
import { aTone } from '#server/domains/media/testing.ts'
import { blobOf, startMediaTest } from '#server/domains/posts/testing.ts'
import { many, sql } from '#server/platform/db/query.ts'
import type { TestSession } from '#server/testing/test-app.ts'

import { parseFeed } from './testing.ts'

let rig: Awaited<ReturnType<typeof startMediaTest>>

const ABOVE = 'Clouds gather above'
const BELOW = 'Zebras graze below'

beforeAll(async () => {
  rig = await startMediaTest()
  await rig.app.call(followPage, { pageHandle: 'asha' }, { as: rig.meera })
  const paragraph = (text: string) => ({ type: 'paragraph', data: { text } })
  const content = { blocks: [paragraph(ABOVE), { type: 'paywall', data: {} }, paragraph(BELOW)] }
  const { status } = await rig.app.call(
    createPost,
    { content: JSON.stringify(content), planId: rig.planId, teaser: 'A sentence of mine', title: 'Weather' },
    { as: rig.asha, files: { audio: blobOf(aTone(2)) } },
  )
  expect(status).toBe(200)
  await rig.app.drain()
})
afterAll(() => rig.app.close())

async function feedsOf(session: TestSession): Promise<{ posts: string; podcast: string }> {
  const { body } = await rig.app.call(
    createPrivateFeed,
    { pageHandle: 'asha', label: 'Phone' },
    { as: session },
  )
  const read = async (url: string) =>
    (await fetch(rig.app.baseUrl + url.slice(rig.app.platform.config.publicUrl.length))).text()
  return { posts: await read(body.rssUrl), podcast: await read(body.podcastUrl ?? '') }
}

describe('a post with a line', () => {
  test('is in the private feed of a member whole, and of a follower as far as the line, with its teaser', async () => {
    const member = await feedsOf(rig.ravi)
    expect(member.posts).toContain(BELOW)
    expect(parseFeed(member.podcast).items).toHaveLength(1)
    const follower = await feedsOf(rig.meera)
    expect(follower.posts).toContain(ABOVE)
    expect(follower.posts).toContain('A sentence of mine')
    expect(follower.posts).toContain('Continue reading')
    expect(parseFeed(follower.podcast).items).toHaveLength(0)
    expect(follower.posts + follower.podcast).not.toContain('Zebras')
  })

  test('is in mails as far as the line, and in no other', async () => {
    const people = await many(rig.app.db, sql<{ email: string }>`select email from users`)
    const letters = (await Promise.all(people.map(({ email }) => rig.app.mails(email)))).flat()
    for (const letter of letters) expect(JSON.stringify(letter)).not.toMatch(/zebras/i)
    const withText = letters.filter((letter) => JSON.stringify(letter).includes(ABOVE))
    expect(withText.map(({ subject }) => subject)).toEqual(['New from Asha Rao: Weather'])
  })
})
