import { afterAll, beforeAll, expect, test } from 'vitest'

import { POST_CONTENT_MAX_BYTES, POST_HTML_MAX_BYTES } from '#contract/posts/limits.ts'
import { postMessages } from '#contract/posts/messages.ts'
import { createPost, getPost } from '#contract/posts/routes.ts'
import { aSignedInUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

let app: TestApp
let session: TestSession

beforeAll(async () => {
  app = await startTestApp()
  const owner = await aSignedInUser(app)
  await aCreator(app.db, owner.user.id, {})
  session = owner.session
})
afterAll(() => app.close())

function publish(content: string) {
  return app.call(createPost, { content }, { as: session })
}

const tooLong = {
  status: 422,
  failure: { code: expect.any(String), field: 'content', message: postMessages.contentTooLong },
}

test('a post of 256 KB is published, and complete by its id', async () => {
  const html = `<p>${'a'.repeat(POST_CONTENT_MAX_BYTES - 7)}</p>`
  const answer = await publish(html)
  expect(answer.status).toBe(200)
  expect((await app.call(getPost, { id: answer.body.post._id })).body.content).toBe(html)
})

test.each([
  ['in bytes', 'ü'.repeat(POST_CONTENT_MAX_BYTES / 2 + 1)],
  ['in characters', 'x'.repeat(POST_CONTENT_MAX_BYTES + 1)],
  ['as blocks', JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'क'.repeat(100_000) } }] })],
  ['once it is cleaned: brackets', '<'.repeat(POST_HTML_MAX_BYTES / 2)],
  ['once it is cleaned: links', '<a href="https://tea.example">x</a>'.repeat(5000)],
])('a post too long %s is refused, and nothing of it is kept', async (_, content) => {
  expect(await publish(content)).toMatchObject(tooLong)
})

test('a long post is cleaned like a short one', async () => {
  const hostile = '<p onclick="alert(1)">Tea</p><script>alert(1)</script>'.repeat(2000)
  expect((await publish(hostile)).body.post.content).toBe('<p>Tea</p>'.repeat(2000))
  expect(await publish('<p> <br></p>'.repeat(5000))).toMatchObject({
    status: 422,
    failure: { code: 'content_empty' },
  })
  expect(await publish(`x${'<b>'.repeat(50_000)}`)).toMatchObject({
    status: 422,
    failure: { code: 'content_malformed' },
  })
})
