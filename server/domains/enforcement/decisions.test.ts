import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { actOnMessage } from '#contract/channels/moderation-routes.ts'
import { listMessages } from '#contract/channels/routes.ts'
import { decidePageCase } from '#contract/enforcement/page-routes.ts'
import * as contract from '#contract/enforcement/routes.ts'
import type { ReportReason, TargetKind } from '#contract/enforcement/rules.ts'
import {
  answerAppeal,
  confirmFix,
  decideCase,
  listCases,
  recordAppeal,
} from '#contract/enforcement/staff-routes.ts'
import type { InputOf } from '#contract/http/route.ts'
import { addModerator } from '#contract/moderation/routes.ts'
import { getPost } from '#contract/posts/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aMessage } from '#server/domains/channels/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { aPost } from '#server/domains/posts/testing.ts'
import { aStaffMember } from '#server/domains/staff/testing.ts'
import { many, one, run, sql } from '#server/platform/db/query.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

const DAY_MS = 86_400_000
const LONG_AGO = new Date(Date.now() - 30 * DAY_MS)

interface Person {
  id: string
  email: string
  as: TestSession
}

let app: TestApp
let owner: Person
let keeper: Person
let moderator: { id: string; session: TestSession }
let operator: { id: string; session: TestSession }
let creatorId: string
let channelId: string

beforeAll(async () => {
  app = await startTestApp({ ALLOW_STAFF: 'without-second-factor' })
  owner = await aPerson()
  keeper = await aPerson()
  creatorId = (await aCreator(app.db, owner.id, { handle: 'asha', pageName: 'Asha sings' })).id
  await app.call(addModerator, { pageHandle: 'asha', userId: keeper.id }, { as: owner.as })
  moderator = await aStaffMember(app, 'moderator')
  operator = await aStaffMember(app, 'operator')
})
beforeEach(async () => {
  channelId = (await aPost(app.db, creatorId)).id
})
afterAll(() => app.close())

async function aPerson(): Promise<Person> {
  const { id, email } = await aUser(app.db, { now: LONG_AGO })
  return { id, email, as: await aSession(app.db, app.platform, id) }
}

const write = (authorId: string, body = 'Buy followers') =>
  aMessage(app.db, channelId, authorId, { body, now: app.clock.now() })

async function report(kind: TargetKind, id: string, reason: ReportReason = 'spam', as?: TestSession) {
  const reporter = as ?? (await aPerson()).as
  const { body } = await app.call(contract.reportItem, { target: { kind, id }, reason }, { as: reporter })
  return body.caseId
}

const FACTS = 'The same offer stood below forty posts.'

function decide(caseId: string, given: Partial<InputOf<typeof decideCase>> = {}, as = moderator.session) {
  const ruling = { measure: 'remove', rule: 'spam', ground: 'terms', facts: FACTS, ...given } as const
  return app.call(decideCase, { caseId, ...ruling }, { as })
}

const appeal = (person: Person, caseId: string, text = 'It was a joke among friends.') =>
  app.call(contract.appealDecision, { caseId, text }, { as: person.as })

const answer = (caseId: string, outcome: 'upheld' | 'overturned', as = operator.session) =>
  app.call(answerAppeal, { caseId, outcome, answer: 'Here is what we think.' }, { as })

const seen = async () =>
  (await app.call(listMessages, { channelId }, {})).body.messages.map(({ body }) => body)

describe('who keeps order on a page', () => {
  test('decides with a reason, which the author reads and can appeal to the operator', async () => {
    const ravi = await aPerson()
    const { id } = await write(ravi.id)
    const caseId = await report('message', id)
    const without = await app.call(decidePageCase, { caseId, measure: 'hide' }, { as: keeper.as })
    expect(without.failure.code).toBe('invalid_input')
    const reason = 'No advertising here, please.'
    await app.call(decidePageCase, { caseId, measure: 'hide', reason }, { as: keeper.as })
    expect(await seen()).toEqual([])
    const { body } = await app.call(contract.getOwnCase, { caseId }, { as: ravi.as })
    expect(body).toMatchObject({
      measure: 'hide',
      level: 'page',
      pageName: 'Asha sings',
      facts: reason,
      item: 'Buy followers',
      wasReported: true,
      appeal: null,
      strikeUntil: null,
    })
    // Nobody learns who decided, and the author's own reading is theirs alone.
    expect(JSON.stringify(body)).not.toContain(keeper.id)
    for (const other of [owner, keeper])
      expect((await app.call(contract.getOwnCase, { caseId }, { as: other.as })).status).toBe(404)
    await appeal(ravi, caseId)
    await answer(caseId, 'overturned', moderator.session)
    expect(await seen()).toEqual(['Buy followers'])
    const after = await app.call(contract.getOwnCase, { caseId }, { as: ravi.as })
    expect(after.body).toMatchObject({ liftedBecause: 'appeal', appeal: { outcome: 'overturned' } })
  })

  test('doesn’t decide about themselves, or about those above them', async () => {
    const other = await aPerson()
    await app.call(addModerator, { pageHandle: 'asha', userId: other.id }, { as: owner.as })
    const { id } = await write(keeper.id)
    const caseId = await report('message', id)
    const input = { caseId, measure: 'none' } as const
    for (const { as } of [keeper, other])
      expect((await app.call(decidePageCase, input, { as })).failure.code).toBe('own_case')
    expect((await app.call(decidePageCase, input, { as: (await aPerson()).as })).status).toBe(404)
    expect((await app.call(decidePageCase, input, { as: owner.as })).status).toBe(200)
    expect((await app.call(decidePageCase, input, { as: owner.as })).failure.code).toBe('case_closed')
  })

  test('also decides when nobody reported it: its author may appeal all the same', async () => {
    const ravi = await aPerson()
    const { id, seq } = await write(ravi.id)
    const act = { channelId, seq, act: 'remove', reason: 'Advertising' } as const
    await app.call(actOnMessage, act, { as: keeper.as })
    await app.drain()
    const { body } = await app.call(contract.listOwnCases, { about: id }, { as: ravi.as })
    expect(body).toMatchObject([{ measure: 'remove', facts: 'Advertising', wasReported: false }])
    const caseId = body[0]?._id ?? ''
    expect((await appeal(ravi, caseId)).status).toBe(200)
    expect((await answer(caseId, 'upheld')).status).toBe(200)
    expect(await seen()).toEqual([])
  })

  test('ends what they decided by showing it again', async () => {
    const ravi = await aPerson()
    const { id, seq } = await write(ravi.id)
    const caseId = await report('message', id)
    for (const act of ['hide', 'restore'] as const) {
      await app.call(actOnMessage, { channelId, seq, act, reason: 'Hm' }, { as: keeper.as })
      await app.drain()
    }
    const { body } = await app.call(contract.getOwnCase, { caseId }, { as: ravi.as })
    expect(body).toMatchObject({ measure: 'hide', liftedBecause: 'moderator' })
    expect((await appeal(ravi, caseId)).failure.code).toBe('nothing_to_appeal')
  })
})

describe('the staff', () => {
  test('decide with rule, ground and facts; the person concerned is mailed all of it', async () => {
    const ravi = await aPerson()
    const { id } = await write(ravi.id)
    const caseId = await report('message', id, 'illegal')
    await decide(caseId, { ground: 'law' })
    await app.drain()
    expect(await seen()).toEqual([])
    const [mail] = await app.mails(ravi.email)
    expect(mail?.subject).toBe('Your message on Cheers was removed')
    for (const part of [FACTS, 'No spam, no scams', 'The law', 'Buy followers', `/cases/${caseId}`])
      expect(mail?.text).toContain(part)
    const { body } = await app.call(contract.getOwnCase, { caseId }, { as: ravi.as })
    expect(body.level).toBe('operator')
    expect(Date.parse(body.strikeUntil ?? '') - Date.parse(body.decidedAt)).toBe(180 * DAY_MS)
    // What they removed, the page can't bring back.
    const restored = { channelId, seq: 1, act: 'restore', reason: '' } as const
    expect((await app.call(actOnMessage, restored, { as: owner.as })).failure.code).toBe(
      'message_of_operator',
    )
  })

  test('suspend an account, whose owner is told why; overturned, it is open again', async () => {
    const ravi = await aPerson()
    const caseId = await report('person', ravi.id)
    expect((await decide(caseId, { measure: 'hide' })).failure.code).toBe('measure_wrong')
    await decide(caseId, { measure: 'suspend' })
    await app.drain()
    expect((await app.mails(ravi.email)).map(({ subject }) => subject).toSorted()).toEqual([
      'Why your Cheers account is suspended',
      'Your Cheers account is suspended',
    ])
    // They can't log in: the staff take the appeal in that comes by mail.
    const byMail = { caseId, text: 'That was my brother.' }
    expect((await app.call(recordAppeal, byMail, { as: moderator.session })).status).toBe(200)
    await answer(caseId, 'overturned')
    const { status } = await one(
      app.db,
      sql<{ status: string }>`select status from users where id = ${ravi.id}`,
    )
    expect(status).toBe('active')
  })

  test('suspend nobody on the staff, and decide nothing they have a part in', async () => {
    const ofStaff = await report('person', operator.id)
    expect((await decide(ofStaff, { measure: 'suspend' })).failure.code).toBe('staff_concerned')
    expect((await decide(await report('person', moderator.id))).failure.code).toBe('own_case')
    const ravi = await aPerson()
    const own = await report('person', ravi.id, 'spam', moderator.session)
    expect((await decide(own, { measure: 'none' })).failure.code).toBe('own_case')
    const judge = await aStaffMember(app, 'moderator')
    const theirs = await aCreator(app.db, judge.id, { handle: 'judge' })
    const { id } = await aPost(app.db, theirs.id)
    const ofPage = await aMessage(app.db, id, ravi.id, { now: app.clock.now() })
    const onOwnPage = await report('message', ofPage.id, 'illegal')
    expect((await decide(onOwnPage, {}, judge.session)).failure.code).toBe('own_case')
    expect((await decide(onOwnPage)).status).toBe(200)
    expect((await decide(onOwnPage)).failure.code).toBe('case_closed')
  })

  test('hide a post until it is fixed, and show it again', async () => {
    const caseId = await report('post', channelId, 'rights')
    expect((await decide(caseId, { measure: 'remove', fixDays: 7 })).failure.code).toBe('fix_days_wrong')
    await decide(caseId, { measure: 'hide', rule: 'rights', fixDays: 7 })
    expect((await app.call(getPost, { id: channelId })).status).toBe(404)
    await app.drain()
    expect((await app.mails(owner.email))[0]?.text).toContain('You can fix it until')
    expect((await app.call(confirmFix, { caseId }, { as: operator.session })).failure.code).toBe(
      'nothing_to_fix',
    )
    await app.call(contract.sayFixed, { caseId }, { as: owner.as })
    const queue = await app.call(listCases, { queue: 'fixed' }, { as: operator.session })
    expect(queue.body.map(({ _id }) => _id)).toContain(caseId)
    await app.call(confirmFix, { caseId }, { as: operator.session })
    expect((await app.call(getPost, { id: channelId })).status).toBe(200)
    const { body } = await app.call(contract.getOwnCase, { caseId }, { as: owner.as })
    expect(body).toMatchObject({ liftedBecause: 'fixed', strikeUntil: null })
  })

  test('each decision leaves one row in the audit log, which names the case', async () => {
    const caseId = await report('person', (await aPerson()).id)
    await decide(caseId)
    await decide(caseId, { measure: 'none' })
    const rows = await many(
      app.db,
      sql<{ action: string; reason: string }>`select action, reason from audit_log
        where subject_kind = 'case' and subject_id = ${caseId}`,
    )
    expect(rows).toEqual([{ action: 'decide-case', reason: FACTS }])
  })
})

describe('an appeal', () => {
  test('is answered by somebody other than who decided, which the database holds, too', async () => {
    const ravi = await aPerson()
    const caseId = await report('message', (await write(ravi.id)).id, 'illegal')
    await decide(caseId)
    await appeal(ravi, caseId)
    expect((await answer(caseId, 'upheld', moderator.session)).failure.code).toBe('same_decider')
    const same = run(
      app.db,
      sql`update appeals set answered_by = decided_by, answered_at = now(), outcome = 'upheld'
        where decision_id in (select id from decisions where case_id = ${caseId})`,
    )
    await expect(same).rejects.toThrow('appeals_by_somebody_else')
    expect((await answer(caseId, 'overturned')).status).toBe(200)
    expect((await answer(caseId, 'upheld')).failure.code).toBe('appeal_answered')
    await app.drain()
    const [mail] = await app.mails(ravi.email)
    expect(mail).toMatchObject({ subject: 'Your appeal was successful' })
    expect(mail?.text).toContain('Here is what we think.')
    expect(await seen()).toEqual(['Buy followers'])
  })
})
