import os from 'node:os'
import { parseArgs } from 'node:util'

import { formatDay } from '#contract/dates.ts'
import { SUSPENSION_RETURN_DAYS } from '#contract/site/policy.ts'
import { listSuspensions, type SuspectRow } from '#server/domains/accounts/suspension-queries.ts'
import { getSuspect, reinstateAccount, suspendAccount } from '#server/domains/accounts/suspension.ts'
import { countMemberships } from '#server/domains/subscriptions/holds/hold-queries.ts'
import type { Db } from '#server/platform/db/query.ts'

import { withRunningCheers } from './with-running-cheers.ts'

const USAGE = `Suspends accounts in the operator's name. <who>: an e-mail address, or @ and the handle of a page.
  npm run staff -- show <who>                       an account's status, and what was decided about it
  npm run staff -- suspend <who> --reason "…"       locks the account and hides its page, at once
  npm run staff -- reinstate <who> --reason "…"     undoes that
The reason for a suspension is mailed to them. --by names who decides; by default, the name of your account here.`

async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { reason: { type: 'string' }, by: { type: 'string' } },
  })
  const [verb = '', who = ''] = positionals
  const reason = values.reason?.trim() ?? ''
  if (!['show', 'suspend', 'reinstate'].includes(verb) || who === '') throw new Error(USAGE)
  if (verb !== 'show' && reason === '') throw new Error(USAGE)

  await withRunningCheers(async ({ inTransaction, now }) => {
    const { id } = await inTransaction((db) => getSuspect(db, who))
    const by = values.by?.trim() || os.userInfo().username
    const decision = { userId: id, reason, by, now }
    if (verb === 'suspend') {
      const isNew = await inTransaction((db) => suspendAccount(db, decision))
      console.log(isNew ? 'Suspended.' : 'Already suspended; nothing was changed.')
    }
    if (verb === 'reinstate') {
      const isNew = await inTransaction((db) => reinstateAccount(db, decision))
      console.log(isNew ? 'Reinstated.' : 'Not suspended; nothing was changed.')
    }
    await inTransaction(async (db) => show(db, await getSuspect(db, who)))
  })
}

async function show(db: Db, suspect: SuspectRow): Promise<void> {
  const { name, username, email, status, pageName, handle, creatorId } = suspect
  console.log(`${name} (@${username}) <${email}>: ${status}`)
  if (creatorId !== null) {
    const { running, held } = await countMemberships(db, creatorId)
    console.log(
      `Page: ${pageName} (/${handle}), memberships: ${running}, of which ${held} are paused by a suspension`,
    )
  }
  for (const row of await listSuspensions(db, suspect.id)) {
    console.log(`${formatDay(row.suspendedAt)}: suspended by ${row.suspendedBy}: ${row.reason}`)
    if (row.reinstatedAt)
      console.log(
        `${formatDay(row.reinstatedAt)}: reinstated by ${row.reinstatedBy}: ${row.reinstatementReason}`,
      )
    else if (creatorId !== null) {
      const returned = new Date(row.suspendedAt.getTime() + SUSPENSION_RETURN_DAYS * 86_400_000)
      console.log(
        `If not lifted by ${formatDay(returned)}, the memberships end and unused time is paid back.`,
      )
    }
  }
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
