import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import * as contract from '#contract/polls/routes.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { many, one, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { changePoll } from './service.ts'
import { FORM, pollDesk } from './testing.ts'
import { castVote } from './voting.ts'

let app: TestApp
let desk: Awaited<ReturnType<typeof pollDesk>>

beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(async () => {
  desk = await pollDesk(app, (creatorId) => aPost(app.db, creatorId))
})
afterAll(() => app.close())

const votesOf = (pollId: string) =>
  many(app.db, sql`select options, weight from poll_votes where poll_id = ${pollId}`)

/** Once a statement waits for another transaction's lock. */
async function untilSomebodyWaits(): Promise<void> {
  for (;;) {
    const { waiting } = await one(
      app.db,
      sql<{ waiting: number }>`select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (waiting > 0) return
  }
}

/** Holds a transaction open after its work, until `meanwhile` has something waiting for it. */
async function beside<T>(
  work: (db: TestApp['db']) => Promise<unknown>,
  meanwhile: () => Promise<T>,
): Promise<T> {
  let other: Promise<T> | undefined
  await app.db.transaction().execute(async (db) => {
    await work(db)
    other = meanwhile()
    await untilSomebodyWaits()
  })
  if (!other) throw new Error('nothing happened meanwhile')
  return other
}

describe('a vote that comes while its poll is changed', () => {
  test.each([
    ['for an option that is taken away', [2], { options: ['The river', 'The lamp'] }],
    ['for more options than may be chosen now', [0, 1], { choicesMax: 1 }],
    ['for fewer options than must be chosen now', [0], { choicesMin: 2, choicesMax: 2 }],
  ])('%s is refused and not kept', async (_, options, changed) => {
    const pollId = await desk.open({ choicesMax: 2 })
    const voter = await desk.aPerson()
    const form = { ...FORM, choicesMax: 2, ...changed }
    const { failure } = await beside(
      (db) => changePoll(db, { id: pollId, viewerId: desk.owner.id, form, now: app.clock.now() }),
      () => desk.cast(pollId, options, voter.as),
    )
    expect(failure.code).toBe('choices_wrong')
    expect(await votesOf(pollId)).toEqual([])
    expect((await desk.look(pollId)).voterCount).toBe(0)
  })

  test('counts as the changed poll says', async () => {
    const pollId = await desk.open()
    const voter = await desk.aPerson()
    const form = { ...FORM, mayChange: false }
    await beside(
      (db) => changePoll(db, { id: pollId, viewerId: desk.owner.id, form, now: app.clock.now() }),
      () => desk.cast(pollId, [0], voter.as),
    )
    expect((await desk.cast(pollId, [1], voter.as)).failure.code).toBe('vote_final')
    expect(await desk.counts(pollId)).toEqual([1, 0, 0])
  })

  test('and was meant for what stood at that place before is refused', async () => {
    const pollId = await desk.open()
    const voter = await desk.aPerson()
    const { revision } = await desk.look(pollId, voter.as)
    const changed = { pollId, ...FORM, options: ['The long way home', 'The lamp', 'The river'] }
    await app.call(contract.updatePoll, changed, { as: desk.owner.as })
    const voted = { pollId, options: [0], revision }
    const { failure } = await app.call(contract.vote, voted, { as: voter.as })
    expect(failure.code).toBe('poll_changed')
    expect(await votesOf(pollId)).toEqual([])
    const again = await desk.look(pollId, voter.as)
    await app.call(contract.vote, { ...voted, revision: again.revision }, { as: voter.as })
    expect(await desk.counts(pollId)).toEqual([1, 0, 0])
  })

  test('and is in first keeps the option that it is for', async () => {
    const pollId = await desk.open()
    const voter = await desk.aPerson()
    const asker = { pollId, viewerId: voter.id, now: app.clock.now() }
    const { failure } = await beside(
      (db) => castVote(db, asker, { options: [2] }),
      () =>
        app.call(
          contract.updatePoll,
          { pollId, ...FORM, options: ['The river', 'The lamp'] },
          { as: desk.owner.as },
        ),
    )
    expect(failure.code).toBe('poll_fixed')
    expect(await desk.counts(pollId)).toEqual([0, 0, 1])
  })
})
