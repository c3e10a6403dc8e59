import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  createPost,
  deletePost,
  getPosts,
  getPostsByPageHandle,
  linkPreview,
} from '#contract/posts/routes.ts'
import { aSignedInUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { retirePlan } from '#server/domains/plans/service.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import { newId } from '#server/platform/ids.ts'
import { asSent } from '#server/testing/as-sent.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { aPost } from './testing.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function aCreatorAtWork(given: Parameters<typeof aCreator>[2] = {}) {
  const { user, session } = await aSignedInUser(app)
  return { session, creator: await aCreator(app.db, user.id, given) }
}

function publish(session: TestSession, content: unknown, planId?: string | null) {
  return app.call(createPost, asSent({ content, planId }), { as: session })
}

const aLine = '<p>A new song is on its way.</p>'

describe('publishing', () => {
  test('turns the blocks of the editor into HTML, and keeps the blocks', async () => {
    const { session, creator } = await aCreatorAtWork()
    const blocks = [
      { id: 'a1', type: 'header', data: { text: 'Tea & talk', level: 1 } },
      { type: 'paragraph', data: { text: 'Brew it <b>strong</b>, serve it <i>hot</i>.' } },
      { type: 'paragraph', data: { text: '   ' } },
      {
        type: 'list',
        data: { style: 'ordered', items: ['Boil', { content: 'Pour', items: [{ content: 'Slowly' }] }] },
      },
      { type: 'list', data: { style: 'unordered', items: [{ content: 'Milk', items: [] }] } },
      {
        type: 'list',
        data: { style: 'ordered', meta: { start: 3, counterType: 'numeric' }, items: ['Sit'] },
      },
      {
        type: 'linkTool',
        data: {
          link: 'https://tea.example/?a=1&b=2',
          meta: { title: 'Tea <3', description: 'All of it', image: { url: 'https://tea.example/cup.png' } },
        },
      },
      { type: 'linkTool', data: { link: '  ', meta: {} } },
    ]
    const answer = await publish(session, { time: 1, version: '2.31.7', blocks })
    expect(answer).toMatchObject({ status: 200, body: { msg: 'Post created successfully' } })
    expect(answer.body.post).toMatchObject({
      locked: false,
      planId: null,
      plan: null,
      teaser: null,
      readMinutes: null,
      creatorId: { _id: creator.id, pageHandle: creator.handle, pageName: creator.pageName },
    })
    const { content } = answer.body.post
    for (const part of [
      '<h2>Tea &amp; talk</h2>',
      '<p>Brew it <b>strong</b>, serve it <i>hot</i>.</p>',
      '<ol><li>Boil</li><li>Pour<ol><li>Slowly</li></ol></li></ol>',
      '<ul><li>Milk</li></ul>',
      '<ol start="3"><li>Sit</li></ol>',
      '<a class="link-card" href="https://tea.example/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer ugc">',
      '<img src="https://tea.example/cup.png" alt="" loading="lazy"',
      '<span class="link-card-title">Tea &lt;3</span><span class="link-card-text">All of it</span>',
    ])
      expect(content).toContain(part)
    const page = await app.call(getPostsByPageHandle, { pageHandle: creator.handle.toUpperCase() })
    expect(page.body).toEqual([answer.body.post])
  })

  test('takes the blocks as a JSON text, as a form sends them, and the same content as HTML', async () => {
    const { session } = await aCreatorAtWork()
    const blocks = [{ type: 'paragraph', data: { text: 'Hello' } }]
    const asText = await publish(session, JSON.stringify({ blocks }), '')
    const asHtml = await publish(session, '<p>Hello</p>')
    const asForm = await app.call(
      createPost,
      { content: JSON.stringify({ blocks }), planId: '' },
      { as: session, files: {} },
    )
    for (const answer of [asText, asHtml, asForm])
      expect(answer).toMatchObject({ status: 200, body: { post: { content: '<p>Hello</p>', planId: null } } })
  })

  test('needs no words beside the link of a video', async () => {
    const { session } = await aCreatorAtWork()
    const videoLink = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
    const answer = await app.call(createPost, { content: '', videoLink }, { as: session })
    expect(answer).toMatchObject({ status: 200, body: { post: { content: '', locked: false } } })
  })

  test.each([
    ['nothing', ''],
    ['spaces', '  \n '],
    ['empty paragraphs', '<p> </p><p><br></p>'],
    ['only what is taken out', '<script>alert(1)</script><style>p{}</style>'],
    ['no blocks', { blocks: [] }],
    ['blank blocks', { blocks: [{ type: 'paragraph', data: { text: '&nbsp;' } }] }],
    ['a link block without a link', { blocks: [{ type: 'linkTool', data: { link: ' ' } }] }],
  ])('needs content: %s is not enough', async (_, content) => {
    const { session } = await aCreatorAtWork()
    expect(await publish(session, content)).toMatchObject({ status: 422, failure: { field: 'content' } })
  })

  test.each([
    ['an unknown kind of block', { blocks: [{ type: 'raw', data: { html: '<b>x</b>' } }] }],
    ['a block without a text', { blocks: [{ type: 'paragraph', data: {} }] }],
    ['a list of numbers', { blocks: [{ type: 'list', data: { style: 'ordered', items: [1] } }] }],
    [
      'more blocks than a book has',
      { blocks: Array.from({ length: 2001 }, () => ({ type: 'paragraph', data: { text: 'x' } })) },
    ],
    ['JSON that holds no blocks', '{"hello": "world"}'],
    ['tags within tags without end', `x${'<b>'.repeat(80_000)}`],
    ['lists within lists', deepList(7)],
    ['lists within lists within lists', deepList(20)],
    ['lists within lists without end, as a text', JSON.stringify(deepList(15_000))],
  ])('refuses %s', async (_, content) => {
    const { session } = await aCreatorAtWork()
    const answer = await publish(session, content)
    expect(answer).toMatchObject({ status: 422, failure: { field: 'content' } })
  })

  test('refuses endlessly nested lists before parsing them', async () => {
    const { session } = await aCreatorAtWork()
    expect((await publish(session, deepList(1000))).status).toBe(400)
  })

  test.each([
    ['a NUL', 'a\u0000b'],
    ['a NUL in a block', { blocks: [{ type: 'paragraph', data: { text: 'a\u0000b' } }] }],
    ['a NUL escaped in a JSON text', '{"blocks":[{"type":"paragraph","data":{"text":"a\\u0000b"}}]}'],
    ['half an emoji', 'half of \ud83c'],
    ['half an emoji escaped in a JSON text', '{"blocks":[{"type":"paragraph","data":{"text":"a\\ud83cb"}}]}'],
  ])('refuses text the database cannot store: %s', async (_, content) => {
    const { session } = await aCreatorAtWork()
    expect((await publish(session, content)).status).toBe(422)
  })

  test('takes lists nested as deeply as people write them', async () => {
    const { session } = await aCreatorAtWork()
    const { body } = await publish(session, deepList(6))
    expect(body.post.content.match(/<ol>/g)).toHaveLength(6)
  })

  test('is for creators, and for offered plans of their own', async () => {
    const { session, creator } = await aCreatorAtWork()
    const other = await aCreatorAtWork()
    const foreign = await aPlan(app.db, other.creator.id)
    const retired = await aPlan(app.db, creator.id)
    await retirePlan(app.db, creator.id, retired.id, new Date())
    for (const planId of [foreign.id, retired.id, newId(new Date())])
      expect(await publish(session, aLine, planId)).toMatchObject({
        status: 404,
        failure: { code: 'plan_not_found' },
      })
    expect((await publish(session, aLine, 'all')).status).toBe(422)
    expect((await publish((await aSignedInUser(app)).session, aLine)).status).toBe(403)
    expect((await publish({ token: '', cookie: '' }, aLine)).status).toBe(401)
    expect((await app.call(getPostsByPageHandle, { pageHandle: creator.handle })).body).toEqual([])
  })
})

/** A list whose items hold a list whose items hold a list. */
function deepList(depth: number) {
  let items: unknown[] = []
  for (let level = 1; level <= depth; level += 1) items = [{ content: 'x', items }]
  return { blocks: [{ type: 'list', data: { style: 'ordered', items } }] }
}

describe('taking a post down', () => {
  test('is up to its creator alone', async () => {
    const { session, creator } = await aCreatorAtWork()
    const { id } = await aPost(app.db, creator.id)
    const others = [(await aSignedInUser(app)).session, (await aCreatorAtWork()).session]
    for (const as of others) expect((await app.call(deletePost, { id }, { as })).status).toBe(403)
    expect((await app.call(deletePost, { id })).status).toBe(401)
    expect((await app.call(getPostsByPageHandle, { pageHandle: creator.handle })).body).toHaveLength(1)

    expect((await app.call(deletePost, { id }, { as: session })).body).toEqual({
      msg: 'Post deleted successfully',
    })
    expect(
      (await app.call(getPostsByPageHandle, { pageHandle: creator.handle }, { as: session })).body,
    ).toEqual([])
    expect(await app.call(deletePost, { id }, { as: session })).toMatchObject({
      status: 404,
      failure: { code: 'post_not_found' },
    })
  })

  test('answers not found for an unknown id, and refuses malformed ones', async () => {
    const { session } = await aCreatorAtWork()
    expect((await app.call(deletePost, { id: newId(new Date()) }, { as: session })).status).toBe(404)
    for (const id of ['all', '1', 'undefined']) {
      const answer = await app.call(deletePost, { id }, { as: session })
      expect(answer).toMatchObject({ status: 422, failure: { field: 'id' } })
    }
  })
})

describe('lists of posts', () => {
  test('come newest first and page by the last post seen, without gap or repeat', async () => {
    const { creator } = await aCreatorAtWork()
    const start = Date.now() - 3_600_000
    const ids: string[] = []
    // Two of them in the same millisecond.
    for (const at of [0, 1, 1, 2, 3, 4, 5])
      ids.push((await aPost(app.db, creator.id, { now: new Date(start + at) })).id)
    const newestFirst = ids.toSorted().toReversed()
    const seen: string[] = []
    for (let cursor: string | undefined; ; cursor = seen.at(-1)) {
      const input = { pageHandle: creator.handle, limit: 3, ...(cursor === undefined ? {} : { cursor }) }
      const { body } = await app.call(getPostsByPageHandle, input)
      seen.push(...body.map(({ _id }) => _id))
      if (body.length < 3) break
    }
    expect(seen).toEqual(newestFirst)
    const firstTwo = await app.call(getPosts, { limit: 2 })
    expect(firstTwo.body).toHaveLength(2)
  })

  test.each([
    ['cursor', 'yesterday'],
    ['limit', 'many'],
    ['limit', '-1'],
    ['limit', '1000'],
  ])('refuse a %s like %s', async (name, value) => {
    const response = await fetch(`${app.baseUrl}/api/post/getPosts?${name}=${value}`)
    expect(response.status).toBe(422)
  })

  test('of everyone leave adult pages out; their own pages show them', async () => {
    const adult = await aCreatorAtWork({ isAdult: true })
    const plain = await aCreatorAtWork()
    const [hidden, shown] = [await aPost(app.db, adult.creator.id), await aPost(app.db, plain.creator.id)]
    const ids = (await app.call(getPosts, {})).body.map(({ _id }) => _id)
    expect(ids).toContain(shown.id)
    expect(ids).not.toContain(hidden.id)
    const own = await app.call(getPostsByPageHandle, { pageHandle: adult.creator.handle })
    expect(own.body.map(({ _id }) => _id)).toEqual([hidden.id])
  })

  test('do not exist for a page that does not exist', async () => {
    expect(await app.call(getPostsByPageHandle, { pageHandle: 'nobody-here' })).toMatchObject({
      status: 404,
      failure: { code: 'page_not_found' },
    })
  })
})

function preview(as: TestSession) {
  return app.call(linkPreview, { url: 'http://127.0.0.1/' }, { as })
}

describe('a link preview', () => {
  const nothing = { title: '', description: '', image: { url: '' } }

  test.each(['http://127.0.0.1/', 'http://169.254.169.254/latest/', 'file:///etc/passwd', 'no address'])(
    'of %s is a polite no in the shape the editor reads',
    async (url) => {
      const answer = await app.call(linkPreview, { url }, { as: (await aSignedInUser(app)).session })
      expect(answer).toMatchObject({ status: 200, body: { success: 0, link: url, meta: nothing } })
    },
  )

  test('is for signed-in people, one address at a time', async () => {
    const { session } = await aSignedInUser(app)
    expect((await app.call(linkPreview, { url: 'http://127.0.0.1/' })).status).toBe(401)
    for (const url of ['', '  ', `https://example.org/${'a'.repeat(2048)}`])
      expect((await app.call(linkPreview, { url }, { as: session })).status).toBe(422)
  })

  test('has to wait after thirty, counted for each person', async () => {
    const { session } = await aSignedInUser(app)
    for (let asked = 1; asked <= 30; asked += 1) expect((await preview(session)).status).toBe(200)
    const next = await preview(session)
    expect(next.status).toBe(429)
    expect(Number(next.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await preview((await aSignedInUser(app)).session)).status).toBe(200)
  })
})
