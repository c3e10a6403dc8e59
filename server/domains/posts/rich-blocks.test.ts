import { afterAll, beforeAll, expect, test } from 'vitest'

import { createPost, getPost } from '#contract/posts/routes.ts'
import { aSignedInUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { textOfPost } from './sanitize.ts'

let app: TestApp
let session: TestSession

beforeAll(async () => {
  app = await startTestApp()
  const owner = await aSignedInUser(app)
  await aCreator(app.db, owner.user.id, {})
  session = owner.session
})
afterAll(() => app.close())

async function published(blocks: readonly unknown[]): Promise<string> {
  const answer = await app.call(createPost, { content: { blocks: [...blocks] } }, { as: session })
  expect(answer.status).toBe(200)
  return (await app.call(getPost, { id: answer.body.post._id })).body.content
}

test('quotes, code, dividers and buttons are published as what they are', async () => {
  const html = await published([
    { type: 'quote', data: { text: 'Slow is <b>smooth</b>.', caption: 'A potter' } },
    { type: 'code', data: { code: 'a < b\n  & c' } },
    { type: 'delimiter', data: {} },
    { type: 'button', data: { text: 'Hear <it>', link: 'https://tea.example/?a=1&b=2' } },
  ])
  expect(html).toContain('<blockquote><p>Slow is <b>smooth</b>.</p><p>A potter</p></blockquote>')
  expect(html).toContain('<pre><code>a &lt; b\n  &amp; c</code></pre>')
  expect(html).toContain('<hr />')
  expect(html).toMatch(
    /<a class="post-button" href="https:\/\/tea\.example\/\?a=1&amp;b=2"[^<>]*>Hear &lt;it&gt;<\/a>/,
  )
})

test('a button that runs something is only its words, and an empty one is nothing', async () => {
  const html = await published([
    { type: 'paragraph', data: { text: 'Tea' } },
    { type: 'button', data: { text: 'Press', link: 'javascript:alert(1)' } },
    { type: 'button', data: { text: ' ', link: 'https://tea.example' } },
    { type: 'quote', data: { text: ' ' } },
  ])
  expect(html).not.toContain('javascript')
  expect(html).toContain('Press')
  expect(html).not.toContain('tea.example')
  expect(html).not.toContain('blockquote')
})

test('the words around code are told apart from it', () => {
  expect(textOfPost('<pre><code>let a</code></pre><p>Then</p>')).toBe('let a Then')
})
