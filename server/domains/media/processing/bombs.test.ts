import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createPost } from '#contract/posts/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { listBombs } from './bomb-testing.ts'

const bombs = await listBombs()

let app: TestApp
let asha: TestSession

beforeAll(async () => {
  app = await startTestApp()
  const user = await aUser(app.db)
  await aCreator(app.db, user.id)
  asha = await aSession(app.db, app.platform, user.id)
})
afterAll(() => app.close())

describe('a file that is not what it seems', () => {
  test.each(bombs)('$name is $expected', async ({ kind, fileName, bytes, expected }) => {
    const files = { [kind]: new File([bytes], fileName) }
    const { status, failure, body } = await app.call(createPost, { content: '<p>x</p>' }, { as: asha, files })
    if (expected === 'refused') {
      expect([status, failure.code]).toEqual([415, 'medium_refused'])
      return
    }
    expect(status).toBe(200)
    const answer = await fetch(`${app.baseUrl}${body.post.media?.src}`)
    expect(answer.headers.get('content-type')).toBe(kind === 'image' ? 'image/webp' : 'video/webm')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-disposition')).toMatch(
      /^inline; filename="cheers-(?:image\.webp|video\.webm)"$/,
    )
    expect(answer.url).not.toMatch(/php|html|\.js/)
    const served = Buffer.from(await answer.arrayBuffer())
    if (kind === 'image') expect(served.includes('alert')).toBe(false)
  })
})
