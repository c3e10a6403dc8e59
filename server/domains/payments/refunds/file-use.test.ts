import { afterAll, beforeAll, expect, test } from 'vitest'

import { getDownload } from '#contract/media/routes.ts'
import { getRefunds } from '#contract/payments/refund-routes.ts'
import { createPost } from '#contract/posts/routes.ts'
import { uploadFile } from '#server/domains/media/testing.ts'
import { aPayablePage } from '#server/testing/payable-page.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('a file for members counts as part of what was paid for, and its download as use, in a post that is free', async () => {
  const page = await aPayablePage(app)
  const payment = await page.join()
  const mediaIds: string[] = []
  for (const name of ['one.zip', 'two.zip']) {
    const mediaId = await uploadFile(app, page.owners, { name, bytes: Buffer.from('stems') })
    const files = [{ mediaId, planIds: [page.plan.id] }]
    await app.call(createPost, { content: '<p>My stems</p>', files }, { as: page.owners })
    mediaIds.push(mediaId)
  }
  await app.call(createPost, { content: '<p>Free, and nothing else</p>' }, { as: page.owners })
  const { body } = await app.call(getDownload, { mediaId: mediaIds[0] ?? '' }, { as: page.members })
  const cookie = `cheers-${new URL(app.baseUrl).port}=${page.members.cookie}`
  const answer = await fetch(`${app.baseUrl}${body.url}`, { headers: { cookie } })
  expect(await answer.text()).toBe('stems')
  await app.platform.writeBehind.flush()
  await page.ask(payment.id)
  const { body: refunds } = await app.call(getRefunds, {}, { as: page.owners })
  expect(refunds[0]?.posts).toEqual({ opened: 1, total: 2 })
})
