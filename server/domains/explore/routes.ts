import { creatorFailures } from '#contract/creators/failures.ts'
import * as creators from '#contract/creators/routes.ts'
import * as plans from '#contract/plans/routes.ts'
import { hasBlocked } from '#server/domains/accounts/service.ts'
import { countFollowers, findFollow } from '#server/domains/audiences/service.ts'
import {
  findCreatorOfUser,
  getCreatorByHandle,
  isOwner,
  listCreators,
  presentCreator,
} from '#server/domains/creators/service.ts'
import { listOfferedPlans, presentPlan } from '#server/domains/plans/service.ts'
import { countPublishedPosts } from '#server/domains/posts/service.ts'
import { listMemberPlans, listSupportedCreatorIds } from '#server/domains/subscriptions/service.ts'
import { Failure } from '#server/platform/failure.ts'
import {
  implement,
  type Implementation,
  implementForMember,
  mayLag,
} from '#server/platform/http/implement.ts'

/*
 * Pages as a viewer sees them. They join creators and plans with the viewer's memberships, which those earlier domains
 * can't know.
 */

const CREATORS_PER_PAGE = 50

export const exploreImplementations: Implementation[] = [
  ...mayLag('for visitors', [
    implement(creators.getCreators, async (db, { input, viewer, now }) => {
      const rows = await listCreators(db, {
        beforeId: input.cursor ?? null,
        limit: input.limit ?? CREATORS_PER_PAGE,
        search: input.search ?? '',
        viewerId: viewer?.id ?? null,
      })
      const ids = rows.map(({ id }) => id)
      const supported = viewer ? await listSupportedCreatorIds(db, viewer.id, ids, now) : new Set<string>()
      return rows.map((row) => presentCreator(row, viewer, { isSubscribed: supported.has(row.id) }))
    }),
  ]),

  implement(creators.creatorDetails, async (db, { input, viewer, now }) => {
    const creator = await getCreatorByHandle(db, input.pageHandle)
    const own = viewer ? await listMemberPlans(db, viewer.id, creator.id, now) : []
    const isBlocked = viewer !== null && (await hasBlocked(db, viewer.id, creator.userId))
    const followed = viewer && (await findFollow(db, viewer.id, creator.id))
    const counted = isOwner(viewer, creator) ? { followerCount: await countFollowers(db, creator.id) } : {}
    // Kept with every post, so a page never shows one more than it says.
    const posts = creator.postCount === null ? null : await countPublishedPosts(db, [creator.id])
    return presentCreator(creator, viewer, {
      isSubscribed: own.length > 0,
      isPaymentFailed: own.some(({ status }) => status === 'past_due'),
      isBlocked,
      isFollowing: followed !== null,
      isFollowMailed: followed?.isMailed ?? false,
      ...counted,
      ...(posts && { postCount: posts.get(creator.id) ?? 0 }),
    })
  }),

  implementForMember(creators.getUsersCreatorPage, async (db, { viewer }) => {
    const creator = await findCreatorOfUser(db, viewer.id)
    if (!creator) throw new Failure(creatorFailures.no_page)
    return presentCreator(creator, viewer)
  }),

  implement(plans.getCreatorPlans, async (db, { input, viewer, now }) => {
    const creator = await getCreatorByHandle(db, input.pageHandle)
    const own = viewer ? await listMemberPlans(db, viewer.id, creator.id, now) : []
    const agreed = new Map(own.map(({ planId, agreedCents }) => [planId, agreedCents]))
    const isOwn = isOwner(viewer, creator)
    return (await listOfferedPlans(db, creator.id)).map((plan) =>
      presentPlan(plan, { agreedCents: agreed.get(plan.id) ?? null, isOwn }),
    )
  }),
]
