import { creatorDetails } from '#contract/creators/routes.ts'
import type { InputOf, OutputOf } from '#contract/http/route.ts'
import { CURRENCY, dollarsFromCents } from '#contract/money.ts'
import { yearlyPriceCents } from '#contract/plans/pricing.ts'
import { getCreatorPlans } from '#contract/plans/routes.ts'
import { POSTS_PER_PAGE } from '#contract/posts/limits.ts'
import { getPostsByPageHandle } from '#contract/posts/routes.ts'
import type { PageData } from '#server/platform/pages/page-renderer.ts'

import { PAGES, type StoryPage } from './pages.ts'

/** About as long as the addresses of real pictures are. */
const IMAGE = '/media/0199f0c4-6d1e-7c53-9a7e-2f6d1c0b8a51.webp'

const NOW_MS = Date.UTC(2026, 2, 14)
const DAY_MS = 86_400_000

/** The answers a visitor of a story page would get, for measuring that page without a database. */
export function storyPageAnswers(pageHandle: string): PageData['answers'] {
  const page = PAGES.find((known) => known.handle === pageHandle)
  if (!page) throw new Error(`The story has no page ${pageHandle}`)
  const plans = page.plans.map((plan, index) => ({ ...plan, id: idNumber(index) }))
  return [
    answer(creatorDetails, { pageHandle }, detailsOf(page)),
    answer(
      getCreatorPlans,
      { pageHandle },
      plans.map(({ id, name, priceCents, description }) => ({
        _id: id,
        id,
        name,
        price: dollarsFromCents(priceCents),
        yearlyPrice: dollarsFromCents(yearlyPriceCents(priceCents)),
        currency: CURRENCY,
        description,
        subscribed: false,
      })),
    ),
    answer(
      getPostsByPageHandle,
      { pageHandle, limit: POSTS_PER_PAGE },
      page.posts.map((post, index) => {
        const plan = plans.find(({ name }) => name === post.plan)
        return {
          _id: idNumber(100 + index),
          creatorId: {
            _id: idNumber(1000),
            pageHandle: page.handle,
            pageName: page.pageName,
            profileImage: IMAGE,
          },
          content: plan ? '' : post.html,
          isExcerpt: false,
          planId: plan?.id ?? null,
          plan: plan
            ? {
                _id: plan.id,
                name: plan.name,
                price: dollarsFromCents(plan.priceCents),
                currency: CURRENCY,
                isOffered: true,
              }
            : null,
          locked: plan !== undefined,
          teaser: plan ? post.html.replace(/<[^>]*>/g, ' ').slice(0, 120) : null,
          image: null,
          video: null,
          audio: null,
          media: null,
          embed: null,
          holds: null,
          isWaiting: false,
          createdAt: new Date(NOW_MS - post.daysAgo * DAY_MS).toISOString(),
        }
      }),
    ),
  ]
}

function detailsOf(page: StoryPage): OutputOf<typeof creatorDetails> {
  return {
    _id: idNumber(1000),
    pageName: page.pageName,
    pageHandle: page.handle,
    headline: page.headline,
    bannerTitle: page.bannerTitle,
    bannerSubTitle: page.bannerSubtitle,
    isAdultContent: false,
    profileImage: IMAGE,
    bannerImage: IMAGE,
    planId: idNumber(1),
    isCurrentUser: false,
    isSubscribed: false,
    isBlocked: false,
  }
}

type PageRoute = typeof creatorDetails | typeof getCreatorPlans | typeof getPostsByPageHandle

function answer<R extends PageRoute>(
  { method, path }: R,
  input: InputOf<R>,
  output: OutputOf<R>,
): PageData['answers'][number] {
  return { method, path, input, output }
}

function idNumber(index: number): string {
  return `0199f0c4-6d1e-7c53-9a7e-${index.toString(16).padStart(12, '0')}`
}
