import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { aUser, reinstate, suspend } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'

import { aPageNode } from './testing/page-node.ts'
import { rendererOfAnswers } from './testing/renderer-of-answers.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

let app: TestApp
let nodes: FastifyInstance[]

beforeAll(async () => {
  app = await startTestApp()
  const { renderer } = rendererOfAnswers()
  nodes = [await aPageNode(app.platform, renderer), await aPageNode(app.platform, renderer)]
})
afterAll(async () => {
  for (const node of nodes) await node.close()
  await app.close()
})

/** A node answers anything but a GET once it has dropped all pages that earlier changes made old. */
async function heardOfEverything(): Promise<void> {
  for (const node of nodes) await node.inject({ method: 'POST', url: '/api/no-such-call' })
}

test('a suspension drops cached pages on every node, and they return when it is lifted', async () => {
  const user = await aUser(app.db)
  const { handle } = await aCreator(app.db, user.id, { pageName: 'Soon suspended' })
  await heardOfEverything()
  const seen = async () => {
    const answers = nodes.flatMap((node) => [
      node.inject({ url: `/${handle}` }),
      node.inject({ url: '/all' }),
    ])
    return (await Promise.all(answers)).map(({ body }) => body.includes('Soon suspended'))
  }
  // Twice, so that the page comes from the cache.
  for (let count = 0; count < 2; count += 1) expect(await seen()).toEqual([true, true, true, true])
  await suspend(app.db, app.platform, user.id)
  await heardOfEverything()
  expect(await seen()).toEqual([false, false, false, false])
  for (const node of nodes) expect((await node.inject({ url: `/${handle}` })).statusCode).toBe(404)
  await reinstate(app.db, app.platform, user.id)
  await heardOfEverything()
  expect(await seen()).toEqual([true, true, true, true])
})
