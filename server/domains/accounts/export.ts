import type { OutputOf } from '#contract/http/route.ts'
import { dollarsFromCents } from '#contract/money.ts'
import type { exportOwnData } from '#contract/takeout/routes.ts'
import type { Db } from '#server/platform/db/query.ts'
import { publicObjectUrl } from '#server/platform/storage/storage.ts'

import { listBlocked } from './block-queries.ts'
import { describeDevice } from './devices.ts'
import * as queries from './export-queries.ts'
import { profileImageUrl } from './profile.ts'
import type { UserRow } from './queries.ts'
import { listSessions } from './session-queries.ts'
import { sessionLimits } from './sessions.ts'
import { listSuspensions } from './suspension-queries.ts'

type OwnData = OutputOf<typeof exportOwnData>

type OwnPosts = NonNullable<OwnData['creatorPage']>['posts']

/** The content of their page is requested through `listPosts`: posts belong to a later domain. */
type ListPosts = (creatorId: string) => Promise<OwnPosts>

/** All data stored about a person. Of other people it reveals no more than the product shows them anyway. */
export async function collectOwnData(
  db: Db,
  user: UserRow,
  now: Date,
  listPosts: ListPosts,
): Promise<OwnData> {
  const userId = user.id
  const { createdAt, ageConfirmedAt } = await queries.getOwnAccount(db, userId)
  const sessions = await listSessions(db, userId, sessionLimits(now))
  return {
    exportedAt: now.toISOString(),
    account: {
      name: user.name,
      username: user.username,
      email: user.email,
      country: user.country,
      profileImage: profileImageUrl(user.profileImage),
      createdAt: createdAt.toISOString(),
      emailVerifiedAt: user.emailVerifiedAt?.toISOString() ?? null,
      ageConfirmedAt: ageConfirmedAt?.toISOString() ?? null,
      seesAdultPages: user.seesAdultPages,
      deletionDueAt: user.deletionDueAt?.toISOString() ?? null,
    },
    blocked: (await listBlocked(db, userId)).map(({ name, pageName, blockedAt }) => ({
      name: pageName ?? name,
      blockedAt: blockedAt.toISOString(),
    })),
    signIns: (await queries.listOwnIdentities(db, userId)).map(({ issuer, connectedAt }) => ({
      issuer,
      connectedAt: connectedAt.toISOString(),
    })),
    suspensions: (await listSuspensions(db, userId)).map(({ suspendedAt, reason, reinstatedAt }) => ({
      suspendedAt: suspendedAt.toISOString(),
      reason,
      reinstatedAt: reinstatedAt?.toISOString() ?? null,
    })),
    staff: {
      roles: (await queries.listOwnRoles(db, userId)).map(({ role, grantedAt, endedAt }) => ({
        role,
        grantedAt: grantedAt.toISOString(),
        endedAt: endedAt?.toISOString() ?? null,
      })),
      actions: (await queries.listOwnActions(db, userId)).map(({ action, at }) => ({
        action,
        at: at.toISOString(),
      })),
    },
    decisions: (await queries.listDecisionsAbout(db, userId)).map(({ at, ...decision }) => ({
      ...decision,
      at: at.toISOString(),
    })),
    devices: sessions.map((session) => ({
      browser: describeDevice(session.userAgent),
      signedInAt: session.createdAt.toISOString(),
      lastSeenAt: session.lastSeenAt.toISOString(),
    })),
    emailNotifications: await queries.findOwnNotifications(db, userId),
    creatorPage: await collectOwnPage(db, userId, listPosts),
    subscriptions: (await queries.listOwnSubscriptions(db, userId)).map(
      ({ priceCents, ...subscription }) => ({
        ...subscription,
        price: dollarsFromCents(priceCents),
        accessUntil: subscription.accessUntil?.toISOString() ?? null,
        createdAt: subscription.createdAt.toISOString(),
      }),
    ),
    payments: (await queries.listOwnCharges(db, userId)).map(({ amountCents, ...payment }) => ({
      ...payment,
      amount: dollarsFromCents(amountCents),
      paidAt: payment.paidAt.toISOString(),
    })),
  }
}

async function collectOwnPage(db: Db, userId: string, listPosts: ListPosts): Promise<OwnData['creatorPage']> {
  const page = await queries.findOwnPage(db, userId)
  if (!page) return null
  const { id, ...texts } = page
  return {
    ...texts,
    profileImage: page.profileImage && publicObjectUrl(page.profileImage),
    bannerImage: page.bannerImage && publicObjectUrl(page.bannerImage),
    createdAt: page.createdAt.toISOString(),
    plans: (await queries.listOwnPlans(db, id)).map(({ priceCents, ...plan }) => ({
      ...plan,
      price: dollarsFromCents(priceCents),
      createdAt: plan.createdAt.toISOString(),
    })),
    posts: await listPosts(id),
  }
}
