import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { EXCERPT_MAX_BYTES } from '#contract/posts/limits.ts'
import { createPost, deletePost, getPost, getPosts, getPostsByPageHandle } from '#contract/posts/routes.ts'
import { aSignedInUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import { one, run, sql } from '#server/platform/db/query.ts'
import { newId } from '#server/platform/ids.ts'
import { asSent } from '#server/testing/as-sent.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { cleanPosts } from './clean-job.ts'
import { CLEANER_VERSION } from './sanitize.ts'
import { aPost } from './testing.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const aStory = `<p>${'It rained, and the band played on. '.repeat(300)}The end.</p>`

async function aPage() {
  const owner = await aSignedInUser(app)
  return { owner, creator: await aCreator(app.db, owner.user.id, {}) }
}

/** As stored by a Cheers that didn't count versions yet. */
async function keptBefore(postId: string, html: string): Promise<void> {
  await run(
    app.db,
    sql`update posts set html = ${html}, excerpt_html = null, html_length = null, cleaner_version = 0
      where id = ${postId}`,
  )
}

function textRow(postId: string) {
  return one(
    app.db,
    sql<{ html: string; excerpt: string | null; length: number | null; version: number }>`select html,
        excerpt_html as excerpt, html_length as length, cleaner_version as version
      from posts where id = ${postId}`,
  )
}

describe('a long post', () => {
  test('is in lists as an excerpt, and complete by its id', async () => {
    const { owner, creator } = await aPage()
    const created = await app.call(createPost, asSent({ content: aStory }), { as: owner.session })
    expect(created.body.post).toMatchObject({ content: aStory, isExcerpt: false })
    const { _id: id } = created.body.post
    const page = await app.call(getPostsByPageHandle, { pageHandle: creator.handle })
    const recent = await app.call(getPosts, {})
    for (const listed of [page.body[0], recent.body.find(({ _id }) => _id === id)]) {
      expect(listed).toMatchObject({ isExcerpt: true, locked: false })
      expect(Buffer.byteLength(listed?.content ?? '')).toBeLessThanOrEqual(EXCERPT_MAX_BYTES)
      expect(listed?.content).toMatch(/^<p>It rained.*…<\/p>$/)
    }
    const whole = await app.call(getPost, { id })
    expect(whole).toMatchObject({ status: 200, body: { ...page.body[0], content: aStory, isExcerpt: false } })
  })

  test('stays locked for everyone else', async () => {
    const { owner, creator } = await aPage()
    const plan = await aPlan(app.db, creator.id, {})
    const { id } = await aPost(app.db, creator.id, { html: aStory, planId: plan.id })
    const member = await aSignedInUser(app)
    await aSubscription(app.db, member.user.id, plan)
    const stranger = await aSignedInUser(app)
    const asSeenBy = async (session?: typeof owner.session) =>
      (await app.call(getPost, { id }, session ? { as: session } : {})).body
    for (const seen of [await asSeenBy(), await asSeenBy(stranger.session)]) {
      expect(seen).toMatchObject({ locked: true, content: '', isExcerpt: false })
      expect(JSON.stringify(seen)).not.toContain('rained')
    }
    for (const seen of [await asSeenBy(owner.session), await asSeenBy(member.session)])
      expect(seen).toMatchObject({ locked: false, content: aStory })
    const [listed] = (await app.call(getPostsByPageHandle, { pageHandle: creator.handle })).body
    expect(listed).toMatchObject({
      locked: true,
      content: '',
      isExcerpt: false,
      teaser: /9 min read/,
      readMinutes: 9,
    })
  })

  test('is gone once it, or its page, is deleted', async () => {
    const { owner, creator } = await aPage()
    const [first, second] = [await aPost(app.db, creator.id), await aPost(app.db, creator.id)]
    await app.call(deletePost, { id: first.id }, { as: owner.session })
    expect(await app.call(getPost, { id: first.id })).toMatchObject({ status: 404 })
    expect(await app.call(getPost, { id: newId(new Date()) })).toMatchObject({ status: 404 })
    expect((await app.call(getPost, { id: second.id })).status).toBe(200)
    await run(app.db, sql`update creators set hidden_at = now() where id = ${creator.id}`)
    expect(await app.call(getPost, { id: second.id })).toMatchObject({ status: 404 })
  })
})

describe('a post older than cleaner versions', () => {
  const dirty = `<p onclick="x()">Old words.</p><script>alert(1)</script>${'<p>And more of them.</p>'.repeat(200)}`
  const cleaned = `<p>Old words.</p>${'<p>And more of them.</p>'.repeat(200)}`

  test('is still cleaned and short in lists, and clean when complete', async () => {
    const { creator } = await aPage()
    const { id } = await aPost(app.db, creator.id)
    await keptBefore(id, dirty)
    const [listed] = (await app.call(getPostsByPageHandle, { pageHandle: creator.handle })).body
    expect(listed?.isExcerpt).toBe(true)
    expect(listed?.content).toMatch(/^<p>Old words\.<\/p>(?:<p>And more of them\.<\/p>)+/)
    expect(Buffer.byteLength(listed?.content ?? '')).toBeLessThanOrEqual(EXCERPT_MAX_BYTES)
    expect((await app.call(getPost, { id })).body.content).toBe(cleaned)
    expect(await textRow(id)).toMatchObject({ html: dirty, version: 0 })
  })

  test('is cleaned once, in the background', async () => {
    const { creator } = await aPage()
    const { id } = await aPost(app.db, creator.id)
    const { id: short } = await aPost(app.db, creator.id)
    await keptBefore(id, dirty)
    await keptBefore(short, '<p>Short.</p>')
    const { platform } = app
    await cleanPosts.run(
      (work) => app.db.transaction().execute(work),
      {},
      {
        platform,
        now: platform.clock.now(),
        signal: new AbortController().signal,
      },
    )
    const kept = await textRow(id)
    expect(kept).toMatchObject({ html: cleaned, length: cleaned.length, version: CLEANER_VERSION })
    expect(kept.excerpt).toMatch(/^<p>Old words/)
    expect(await textRow(short)).toEqual({
      html: '<p>Short.</p>',
      excerpt: null,
      length: 13,
      version: CLEANER_VERSION,
    })
    const { body: listed } = await app.call(getPostsByPageHandle, { pageHandle: creator.handle })
    expect(listed.find(({ _id }) => _id === id)).toMatchObject({ content: kept.excerpt, isExcerpt: true })
  })

  test('is cleaned above its line as well, for a reader and in the background', async () => {
    const { creator } = await aPage()
    const plan = await aPlan(app.db, creator.id)
    const { id } = await aPost(app.db, creator.id, { planId: plan.id, openHtml: '<p>Above</p>' })
    await run(
      app.db,
      sql`update posts set open_html = '<p onclick="x()">Above</p>', cleaner_version = 1 where id = ${id}`,
    )
    expect((await app.call(getPost, { id })).body.content).toBe('<p>Above</p>')
    const { platform } = app
    await cleanPosts.run(
      (work) => app.db.transaction().execute(work),
      {},
      { platform, now: platform.clock.now(), signal: new AbortController().signal },
    )
    expect(
      await one(app.db, sql<{ open: string }>`select open_html as open from posts where id = ${id}`),
    ).toEqual({ open: '<p>Above</p>' })
  })
})
