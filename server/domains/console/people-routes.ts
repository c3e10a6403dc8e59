import type * as z from 'zod/mini'

import { accountFailures } from '#contract/accounts/failures.ts'
import * as contract from '#contract/console/people-routes.ts'
import { pageFailures } from '#contract/failures.ts'
import { dollarsFromCents, percentFromBasisPoints } from '#contract/money.ts'
import { maskedAddress } from '#contract/payouts/details.ts'
import { Failure } from '#server/platform/failure.ts'
import { type Implementation, implementForStaff } from '#server/platform/http/implement.ts'

import * as queries from './people-queries.ts'

const ROWS_PER_PAGE = 50
/** Of what belongs to one person or page. */
const PARTS_SHOWN = 50

type PersonLine = z.infer<typeof contract.listPeople.output>[number]
type PageLine = z.infer<typeof contract.listStaffCreators.output>[number]

function presentPerson(row: queries.PersonRow): PersonLine {
  const { id, name, username, email, state, creatorId, pageName, handle, joinedAt } = row
  return {
    _id: id,
    name,
    username,
    email: maskedAddress(email),
    state,
    page:
      creatorId === null || pageName === null || handle === null
        ? null
        : { _id: creatorId, name: pageName, handle },
    joinedAt: joinedAt.toISOString(),
  }
}

function presentPage(row: queries.PageRow): PageLine {
  const { id, name, handle, ownerId, ownerName, state, openedAt } = row
  return {
    _id: id,
    name,
    handle,
    owner: { _id: ownerId, name: ownerName },
    state,
    openedAt: openedAt.toISOString(),
  }
}

function presentCase({ id, openedAt, ...row }: queries.CaseLineRow) {
  return { _id: id, ...row, openedAt: openedAt.toISOString() }
}

function presentMembership(row: queries.MembershipRow) {
  const { id, creatorId, pageName, handle, priceCents, since, accessUntil, ...rest } = row
  return {
    _id: id,
    page: { _id: creatorId, name: pageName, handle },
    ...rest,
    price: dollarsFromCents(priceCents),
    since: since.toISOString(),
    accessUntil: accessUntil?.toISOString() ?? null,
  }
}

function presentSuspension({ id, suspendedAt, reinstatedAt, ...row }: queries.SuspensionRow) {
  return {
    _id: id,
    ...row,
    suspendedAt: suspendedAt.toISOString(),
    reinstatedAt: reinstatedAt?.toISOString() ?? null,
  }
}

export const peopleImplementations: Implementation[] = [
  implementForStaff(contract.listPeople, async (db, { input: { q = '', status, cursor, limit } }) =>
    (
      await queries.listPeople(db, {
        q,
        state: status ?? null,
        beforeId: cursor ?? null,
        limit: limit ?? ROWS_PER_PAGE,
      })
    ).map(presentPerson),
  ),

  implementForStaff(contract.getPerson, async (db, { input: { userId } }) => {
    const row = await queries.findPerson(db, userId)
    if (!row) throw new Failure(accountFailures.person_not_found)
    const recovery = await queries.findRecovery(db, userId)
    const { country, sessionCount, hasFactor, roles, deletionDueAt } = row
    return {
      ...presentPerson(row),
      country,
      sessionCount,
      hasFactor,
      recovery: recovery && {
        askedAt: recovery.askedAt.toISOString(),
        by: recovery.by,
        removedAt: recovery.removedAt?.toISOString() ?? null,
      },
      roles,
      deletionDueAt: deletionDueAt?.toISOString() ?? null,
      subscriptions: (await queries.listMemberships(db, userId, PARTS_SHOWN)).map(presentMembership),
      cases: (await queries.listCasesAbout(db, userId, PARTS_SHOWN)).map(presentCase),
      suspensions: (await queries.listSuspensions(db, userId, PARTS_SHOWN)).map(presentSuspension),
    }
  }),

  implementForStaff(contract.unmaskAddress, async (db, { input: { userId, reason }, staff }) => {
    const row = await queries.findPerson(db, userId)
    if (!row) throw new Failure(accountFailures.person_not_found)
    staff.audit({
      action: 'unmask-address',
      subject: { kind: 'user', id: userId },
      reason,
      before: {},
      after: {},
    })
    return { email: row.email }
  }),

  implementForStaff(contract.listStaffCreators, async (db, { input: { q = '', status, cursor, limit } }) =>
    (
      await queries.listPages(db, {
        q,
        state: status ?? null,
        beforeId: cursor ?? null,
        limit: limit ?? ROWS_PER_PAGE,
      })
    ).map(presentPage),
  ),

  implementForStaff(contract.getStaffCreator, async (db, { input: { creatorId } }) => {
    const row = await queries.findPage(db, creatorId)
    if (!row) throw new Failure(pageFailures.page_not_found)
    return {
      ...presentPage(row),
      isAdult: row.isAdult,
      platformPlan: row.platformPlan,
      feePercent: percentFromBasisPoints(row.feeBasisPoints),
      plans: (await queries.listPlansOf(db, creatorId, PARTS_SHOWN)).map(({ id, priceCents, ...plan }) => ({
        _id: id,
        ...plan,
        price: dollarsFromCents(priceCents),
      })),
      cases: (await queries.listCasesOn(db, creatorId, PARTS_SHOWN)).map(presentCase),
    }
  }),
]
