import * as z from 'zod/mini'

import { findUserByEmail } from '#server/domains/accounts/service.ts'
import { getCreatorByHandle } from '#server/domains/creators/service.ts'
import { recordAppeal } from '#server/domains/enforcement/appeals.ts'
import { takeReport } from '#server/domains/enforcement/reporting.ts'
import { aDecision, aGrievance } from '#server/domains/enforcement/testing.ts'
import { requestPayout } from '#server/domains/payouts/payouts.ts'
import type { RunningServer } from '#server/main.ts'

import { PEOPLE, type PersonKey } from './story/people.ts'

const sandboxState = z.object({
  payments: z.record(z.string(), z.object({ id: z.string(), status: z.string(), createdAt: z.number() })),
})

/**
 * What waits for the staff in the pictures of the console: the story itself is a peaceful one. Returns where the one who
 * wrote a grievance reads what became of it.
 */
export async function giveStaffWork({ platform, paymentDashboardUrl }: RunningServer): Promise<string> {
  const { clock, database } = platform
  const { db } = database
  const now = clock.now()
  const idOf = async (who: PersonKey): Promise<string> => {
    const user = await findUserByEmail(db, PEOPLE[who].email)
    if (!user) throw new Error(`Nobody in the story is called ${who}.`)
    return user.id
  }
  const [reporterId, concernedId] = [await idOf('meera'), await idOf('imani')]
  const reported = await getCreatorByHandle(db, 'the_long_walk')
  const paid = await getCreatorByHandle(db, 'asha')
  await db.transaction().execute(async (inside) => {
    const target = { kind: 'page', id: reported.id } as const
    const text = 'The real one keeps bees.'
    await takeReport(inside, { target, reporterId, reason: 'impersonation', text }, now)
    await requestPayout(inside, paid.id, now)
  })
  const { caseId } = await aDecision(db, { concernedId, now })
  const text = 'It stood below one post, and I took it away myself.'
  await db.transaction().execute((inside) => recordAppeal(inside, { caseId, text }, now))
  const { number, token } = await aGrievance({ db, platform })
  if (paymentDashboardUrl !== null) await disputeNewest(paymentDashboardUrl)
  return `/grievance/${number}/${token}`
}

/** A bank asks for the money of the newest payment back. */
async function disputeNewest(sandboxUrl: string): Promise<void> {
  const { payments } = sandboxState.parse(await (await fetch(`${sandboxUrl}/state`)).json())
  const [newest] = Object.values(payments)
    .filter(({ status }) => status === 'captured')
    .toSorted((one, other) => other.createdAt - one.createdAt)
  const answer = await fetch(`${sandboxUrl}/payments/${newest?.id}/dispute`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  if (!answer.ok) throw new Error(`The payment sandbox takes no dispute: ${answer.status}`)
}
