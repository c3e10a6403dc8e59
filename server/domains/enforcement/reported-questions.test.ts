import { afterAll, beforeAll, expect, test } from 'vitest'

import { reportItem } from '#contract/enforcement/routes.ts'
import { questionDesk } from '#server/domains/live/testing.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { TARGETS } from './targets/targets.ts'

let app: TestApp
let desk: Awaited<ReturnType<typeof questionDesk>>

beforeAll(async () => {
  app = await startTestApp()
  desk = await questionDesk(app, 'asha')
})
afterAll(() => app.close())

function report(id: string, as: Parameters<typeof desk.ask>[1], reason: 'spam' | 'illegal' = 'spam') {
  return app.call(reportItem, { target: { kind: 'question', id }, reason, text: '' }, { as })
}

test('a question that may be illegal is out of sight at once, and its page can’t bring it back', async () => {
  const session = await desk.aLive()
  const [asker, other] = [await desk.aPerson(), await desk.aPerson()]
  const id = await desk.asked(session, asker.as)
  expect((await report(id, other.as, 'illegal')).status).toBe(200)
  expect([await desk.list(session, other.as), await desk.countsFor(session, other.as)]).toEqual([[], [1, 1]])
  expect(await desk.act(id, 'approve')).toBe('wrong_state')
  const restored = { id, effect: 'restore', reason: '' } as const
  await app.db
    .transaction()
    .execute((db) => TARGETS.question.apply?.(db, restored, app.clock.now()) ?? Promise.resolve(false))
  expect([(await desk.list(session, other.as)).length, await desk.countsFor(session, other.as)]).toEqual([
    1,
    [1, 0],
  ])
})

test('nobody reports a question of their own, or one they don’t see', async () => {
  const [asker, other] = [await desk.aPerson(), await desk.aPerson()]
  const moderated = await desk.aLive({ questions: 'moderated', isWaiting: true })
  const held = await desk.asked(moderated, asker.as)
  expect((await report(held, other.as)).failure.code).toBe('target_not_found')
  expect((await report(held, desk.owner.as)).status).toBe(200)
  const open = await desk.asked(await desk.aLive({ isWaiting: true }), asker.as)
  expect((await report(open, asker.as)).failure.code).toBe('own_item')
})
