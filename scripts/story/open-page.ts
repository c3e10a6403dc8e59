import { mediaFailures } from '#contract/media/failures.ts'
import { changeProfile } from '#server/domains/accounts/service.ts'
import { audienceOfPlan, type StepOnWire } from '#server/domains/audiences/service.ts'
import { aFollow } from '#server/domains/audiences/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { attachToPost, BANNER_IMAGE, PROFILE_IMAGE, storeImage } from '#server/domains/media/service.ts'
import { aPlan } from '#server/domains/plans/testing.ts'
import {
  aCollection,
  addFiles,
  addLikes,
  aPost,
  aWrittenPost,
  pinPost,
} from '#server/domains/posts/testing.ts'
import type { Platform } from '#server/platform/platform.ts'

import { idOf } from './ids.ts'
import { addStoryPoll } from './polls.ts'
import { addStoryFile, addStoryMedium, addStoryPicture } from './media.ts'
import { PEOPLE } from './people.ts'
import { drawPicture } from './pictures.ts'
import type { StoryPage, StoryPost } from './story-page.ts'

const DAY_MS = 86_400_000

interface Story {
  ownerId: string
  /** People who read, like and follow. */
  readerIds: readonly string[]
  /** Of each page's plans, by handle and name; those of this page are added. */
  plans: Map<string, string>
  dayBefore: (daysAgo: number) => Date
}

/** A page with its plans, posts, collections and followers; answers the creator's id. */
export async function openStoryPage(platform: Platform, page: StoryPage, story: Story): Promise<string> {
  const { db } = platform.database
  const now = platform.clock.now()
  const refused = mediaFailures.image_refused
  const portrait = await drawPicture(page.portrait)
  const drawProfile = () => storeImage(platform, portrait, { shape: PROFILE_IMAGE }, refused)
  const profile = { ...PEOPLE[page.owner], country: undefined, profileImage: await drawProfile() }
  await changeProfile(db, story.ownerId, profile, now)
  const creator = await aCreator(db, story.ownerId, {
    pageName: page.pageName,
    handle: page.handle,
    headline: page.headline,
    bannerTitle: page.bannerTitle,
    bannerSubtitle: page.bannerSubtitle,
    topics: page.topics,
    about: page.about,
    links: page.links,
    platformPlan: page.platformPlan,
    profileImage: await drawProfile(),
    bannerImage: await storeImage(platform, await drawPicture(page.banner), { shape: BANNER_IMAGE }, refused),
    now,
  })
  for (const form of page.plans)
    story.plans.set(`${page.handle}/${form.name}`, (await aPlan(db, creator.id, { ...form, now })).id)
  for (const readerId of story.readerIds.slice(0, page.followers)) await aFollow(db, readerId, creator.id)

  const published: { post: StoryPost; id: string }[] = []
  for (const post of page.posts.toSorted((one, other) => other.daysAgo - one.daysAgo))
    published.push({ post, id: await publish(platform, page, post, { ...story, creatorId: creator.id }) })
  for (const { title, description } of page.collections) {
    const members = published.filter(({ post }) => post.collection === title).map(({ id }) => id)
    await db.transaction().execute((trx) => aCollection(trx, creator.id, members, { title, description }))
  }
  return creator.id
}

async function publish(
  platform: Platform,
  page: StoryPage,
  post: StoryPost,
  story: Story & { creatorId: string },
): Promise<string> {
  const { db } = platform.database
  const { ownerId, creatorId } = story
  const now = story.dayBefore(post.daysAgo)
  const planId = (plan: string) => idOf(story.plans, `${page.handle}/${plan}`)

  const [coverId, ...media] = await Promise.all([
    post.cover && addStoryPicture(platform, post.cover, ownerId),
    ...(post.media ?? []).map((medium) => addStoryMedium(platform, medium, ownerId)),
  ])
  if (coverId !== undefined)
    await db.transaction().execute((trx) => attachToPost(trx, { id: ownerId }, coverId, now))

  const { id } = await aPost(db, creatorId, {
    html: post.html,
    ...(post.title !== undefined && { title: post.title }),
    ...(post.teaser !== undefined && { teaser: post.teaser }),
    ...(coverId !== undefined && { coverId }),
    audience: stepsOf(post, post.plan === undefined ? null : planId(post.plan), story),
    mediaIds: media.filter((mediaId) => mediaId !== null),
    now,
  })
  const files: { mediaId: string; planIds?: string[] }[] = []
  for (const file of post.files ?? []) {
    const mediaId = await addStoryFile(platform, file, ownerId)
    files.push({ mediaId, ...(file.plan !== undefined && { planIds: [planId(file.plan)] }) })
  }
  if (files.length > 0)
    await db.transaction().execute((trx) => addFiles(trx, { id, creatorId, ownerId }, files, now))
  if (post.isPinned === true) await pinPost(db, id, now)
  if (post.poll)
    await addStoryPoll(platform, post.poll, {
      id: creatorId,
      userId: ownerId,
      postId: id,
      readerIds: story.readerIds,
      now,
    })
  await addLikes(db, id, story.readerIds.slice(0, post.likes ?? 0), now)
  return id
}

function stepsOf(post: StoryPost, planId: string | null, { dayBefore }: Story): StepOnWire[] {
  const steps = audienceOfPlan(planId)
  if (post.opensInDays === undefined) return steps
  const fromAt = dayBefore(-post.opensInDays).toISOString()
  return [...steps, { reach: 'everyone', planIds: [], isExact: false, fromAt, untilAt: null }]
}

/** What the owner is still writing; at the end of the story, since a post can go out a year ahead at most. */
export async function writeDrafts(
  platform: Platform,
  page: StoryPage,
  { ownerId, creatorId, plans }: { ownerId: string; creatorId: string; plans: ReadonlyMap<string, string> },
): Promise<void> {
  const now = platform.clock.now()
  for (const { title, html, plan, cover, goesOutInDays } of page.drafts)
    await aWrittenPost(
      platform,
      { ownerId, creatorId },
      {
        title,
        html,
        steps: audienceOfPlan(plan === undefined ? null : idOf(plans, `${page.handle}/${plan}`)),
        coverId: cover === undefined ? null : await addStoryPicture(platform, cover, ownerId),
        publishAt: goesOutInDays === undefined ? null : new Date(now.getTime() + goesOutInDays * DAY_MS),
      },
      now,
    )
}
