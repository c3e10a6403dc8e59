import { creatorDetails } from '#contract/creators/routes.ts'
import type { InputOf, OutputOf } from '#contract/http/route.ts'
import { CURRENCY, dollarsFromCents } from '#contract/money.ts'
import { yearlyPriceCents } from '#contract/plans/pricing.ts'
import { getCreatorPlans } from '#contract/plans/routes.ts'
import { POSTS_PER_PAGE } from '#contract/posts/limits.ts'
import { getPostByAddress, getPostsByPageHandle } from '#contract/posts/routes.ts'
import type { PageData } from '#server/platform/pages/page-renderer.ts'

import { PAGES } from './pages.ts'
import type { StoryPage } from './story-page.ts'

/** About as long as the addresses of real pictures are. */
const IMAGE = '/media/0199f0c4-6d1e-7c53-9a7e-2f6d1c0b8a51.webp'

const NOW_MS = Date.UTC(2026, 2, 14)
const DAY_MS = 86_400_000

/** The last part of the address of the story's first post. */
export const STORY_POST_ADDRESS = idNumber(100)

type Post = OutputOf<typeof getPostsByPageHandle>[number]
type StoryPlan = StoryPage['plans'][number] & { id: string }

/** The answers a visitor of a story page would get, for measuring that page without a database. */
export function storyPageAnswers(pageHandle: string): PageData['answers'] {
  const page = PAGES.find((known) => known.handle === pageHandle)
  if (!page) throw new Error(`The story has no page ${pageHandle}`)
  const plans = page.plans.map((plan, index) => ({ ...plan, id: idNumber(index) }))
  const posts = page.posts.map((_, index) => postOf(page, plans, index))
  const [first] = posts
  if (!first) throw new Error(`The page ${pageHandle} has no posts`)
  return [
    answer(creatorDetails, { pageHandle }, detailsOf(page)),
    answer(
      getCreatorPlans,
      { pageHandle },
      plans.map(({ id, name, priceCents, description, isRecommended }) => ({
        _id: id,
        id,
        name,
        price: dollarsFromCents(priceCents),
        yearlyPrice: dollarsFromCents(yearlyPriceCents(priceCents)),
        currency: CURRENCY,
        description,
        isRecommended: isRecommended ?? false,
        welcomeNote: '',
        subscribed: false,
      })),
    ),
    answer(getPostsByPageHandle, { pageHandle, limit: POSTS_PER_PAGE }, posts),
    answer(
      getPostByAddress,
      { pageHandle, address: STORY_POST_ADDRESS },
      { post: first, previous: null, next: null, collections: [] },
    ),
  ]
}

function postOf(page: StoryPage, plans: readonly StoryPlan[], index: number): Post {
  const post = page.posts[index]
  if (!post) throw new Error(`The page ${page.handle} has no post ${index}`)

  const plan = plans.find(({ name }) => name === post.plan)
  return {
    _id: idNumber(100 + index),
    path: `/${page.handle}/posts/${idNumber(100 + index)}`,
    title: post.title ?? null,
    placedIds: [],
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
    readMinutes: plan ? 1 : null,
    image: null,
    video: null,
    audio: null,
    media: null,
    allMedia: [],
    embed: null,
    holds: null,
    contents: plan ? { videos: 0, audios: 0, pictures: 0, playMs: null } : null,
    pitch: plan ? (post.teaser ?? null) : null,
    cover: null,
    hasPlans: plans.length > 0,
    files: [],
    fileCount: 0,
    opensNext: null,
    closesNext: null,
    isWaiting: false,
    isPinned: false,
    isReplay: false,
    editedAt: null,
    createdAt: new Date(NOW_MS - post.daysAgo * DAY_MS).toISOString(),
    publishedAt: new Date(NOW_MS - post.daysAgo * DAY_MS).toISOString(),
  }
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
    topics: [],
    profileImage: IMAGE,
    bannerImage: IMAGE,
    planId: idNumber(1),
    isCurrentUser: false,
    isSubscribed: false,
    isPaymentFailed: false,
    isBlocked: false,
    isFollowing: false,
    isFollowMailed: false,
    followerCount: null,
    memberCount: null,
    postCount: null,
    hasCollections: false,
    hasRooms: false,
    hasLive: false,
    liveNow: null,
    setup: null,
  }
}

type PageRoute =
  | typeof creatorDetails
  | typeof getCreatorPlans
  | typeof getPostsByPageHandle
  | typeof getPostByAddress

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
