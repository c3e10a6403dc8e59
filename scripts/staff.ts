import os from 'node:os'
import { parseArgs } from 'node:util'

import { formatDay } from '#contract/dates.ts'
import { STAFF_ROLES } from '#contract/http/permissions.ts'
import { SUSPENSION_RETURN_DAYS } from '#contract/site/policy.ts'
import { keepLostFactors, reinstatePerson, removeLostFactors, suspendPerson } from '#contract/staff/routes.ts'
import { listSuspensions, type SuspectRow } from '#server/domains/accounts/suspension-queries.ts'
import { getSuspect } from '#server/domains/accounts/suspension.ts'
import { listRoles, listStaff } from '#server/domains/staff/queries.ts'
import { endStaff, grantRole } from '#server/domains/staff/roles.ts'
import { countMemberships } from '#server/domains/subscriptions/holds/hold-queries.ts'
import { callAsOperator } from '#server/operator-call.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { OperatorCommand } from '#server/platform/http/principal.ts'
import { newId } from '#server/platform/ids.ts'

import { withRunningCheers } from './with-running-cheers.ts'

const USAGE = `Grants roles, and suspends accounts in the operator's name. <who>: an e-mail address, or @ and the handle of a page.
  npm run staff -- list                             everybody on the staff
  npm run staff -- grant <who> <role>               a role: operator, moderator, support or finance
  npm run staff -- end <who>                        ends every role they have
  npm run staff -- show <who>                       an account's status, and what was decided about it
  npm run staff -- suspend <who> --reason "…"       locks the account and hides its page, at once
  npm run staff -- reinstate <who> --reason "…"     undoes that
  npm run staff -- lost-factors <who> --reason "…"  they lost every second factor; once somebody else says so too
                                                    (--by), these are removed after seven days and three mails
  npm run staff -- keep-factors <who> --reason "…"  stops that
The reason for a suspension is mailed to them. --by names who decides; by default, the name of your account here.
Everything but list and show is written into the audit log, for good.`

const VERBS = new Set([
  'list',
  'grant',
  'end',
  'show',
  'suspend',
  'reinstate',
  'lost-factors',
  'keep-factors',
])
const WITH_REASON = new Set(['suspend', 'reinstate', 'lost-factors', 'keep-factors'])

async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { reason: { type: 'string' }, by: { type: 'string' } },
  })
  const [verb = '', who = '', named = ''] = positionals
  const reason = values.reason?.trim() ?? ''
  const role = STAFF_ROLES.find((each) => each === named)
  if (!VERBS.has(verb) || (verb !== 'list' && who === '')) throw new Error(USAGE)
  if (WITH_REASON.has(verb) && reason === '') throw new Error(USAGE)
  if (verb === 'grant' && !role) throw new Error(USAGE)

  await withRunningCheers(async ({ platform, inTransaction, now }) => {
    if (verb === 'list') return inTransaction(list)
    const { id: userId } = await inTransaction((db) => getSuspect(db, who))
    const by = values.by?.trim() || os.userInfo().username
    const principal: OperatorCommand = { kind: 'operator-command', name: by, roles: ['operator'] }
    const command = { userId, actor: principal, now, requestId: newId(now) }
    if (verb === 'grant' && role) {
      const isNew = await inTransaction((db) => grantRole(db, role, command))
      console.log(isNew ? `Granted: ${role}.` : 'They have this role; nothing was changed.')
    }
    if (verb === 'end') {
      const isNew = await inTransaction((db) => endStaff(db, command))
      console.log(isNew ? 'Every role has ended.' : 'They have no role; nothing was changed.')
    }
    if (verb === 'suspend') {
      const { changed } = await callAsOperator(
        platform,
        suspendPerson,
        { userId, reason },
        { principal, now },
      )
      console.log(changed ? 'Suspended.' : 'Already suspended; nothing was changed.')
    }
    if (verb === 'reinstate') {
      const { changed } = await callAsOperator(
        platform,
        reinstatePerson,
        { userId, reason },
        { principal, now },
      )
      console.log(changed ? 'Reinstated.' : 'Not suspended; nothing was changed.')
    }
    const decision = { userId, reason }
    if (verb === 'lost-factors') {
      const decided = await callAsOperator(platform, removeLostFactors, decision, { principal, now })
      if (!decided.changed) console.log('Said already; nothing was changed.')
      console.log(
        decided.removedAt === null
          ? 'Somebody else has to say so too, with --by and their name.'
          : `Their second factors are removed on ${formatDay(decided.removedAt)}, unless they keep them.`,
      )
    }
    if (verb === 'keep-factors') {
      const { changed } = await callAsOperator(platform, keepLostFactors, decision, { principal, now })
      console.log(changed ? 'Their second factors stay.' : 'Nothing was under way; nothing was changed.')
    }
    await inTransaction(async (db) => show(db, await getSuspect(db, who)))
  })
}

async function list(db: Db): Promise<void> {
  const staff = await listStaff(db)
  if (staff.length === 0)
    console.log('Nobody is on the staff. Begin with: npm run staff -- grant <who> operator')
  for (const { name, email, role, grantedAt, grantedBy } of staff)
    console.log(`${name} <${email}>: ${role}, granted by ${grantedBy} on ${formatDay(grantedAt)}`)
}

async function show(db: Db, suspect: SuspectRow): Promise<void> {
  const { name, username, email, status, pageName, handle, creatorId } = suspect
  console.log(`${name} (@${username}) <${email}>: ${status}`)
  const roles = await listRoles(db, suspect.id)
  if (roles.length > 0) console.log(`On the staff: ${roles.join(', ')}`)
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
