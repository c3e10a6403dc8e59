import { embedOf } from '#contract/media/embeds.ts'
import type { Plan } from '#web/features/plan-cards/plan-price.ts'
import type { Post } from '#web/features/post-card/post.ts'
import { htmlOfBlocks } from '#web/features/writer/blocks/block-html.ts'

import type { Draft, DraftFields } from '../draft/draft-fields.ts'
import type { ListedFile } from '../draft/draft-files.tsx'
import { aboveLine, lengthOf, picturesIn, withoutLine } from '../text-facts.ts'
import { cheapestPlan, type Onlooker, wouldSee } from './onlookers.ts'
import type { Creator } from './own-page.ts'

/** The post that a draft would be, as somebody would see it now. */
export function previewPost(of: {
  draft: Draft
  fields: DraftFields
  media: Post['allMedia']
  cover: Post['cover']
  files: readonly ListedFile[]
  creator: Creator
  plans: readonly Plan[]
  who: Onlooker
  nowMs: number
}): Post {
  const { draft, fields, media, cover, files, creator, plans, who, nowMs } = of
  const locked = !wouldSee(fields.audience, who, plans, nowMs)
  const plan = cheapestPlan(fields.audience, plans, nowMs)
  const [first] = media
  const whole = withoutLine(fields.content)
  const above = aboveLine(fields.content)
  const openIds = new Set(above === null ? [] : picturesIn(above))
  const shown = locked ? media.filter(({ _id }) => openIds.has(_id)) : media
  const now = new Date(nowMs).toISOString()
  return {
    _id: draft._id,
    path: `/${creator.pageHandle}/posts/${draft._id}`,
    title: fields.title.trim() || null,
    creatorId: {
      _id: creator._id,
      pageHandle: creator.pageHandle,
      pageName: creator.pageName,
      profileImage: creator.profileImage,
    },
    content: locked ? (above === null ? '' : htmlOfBlocks(above)) : htmlOfBlocks(whole),
    isExcerpt: false,
    planId: plan?._id ?? null,
    plan: plan && {
      _id: plan._id,
      name: plan.name,
      price: plan.price,
      currency: plan.currency,
      isOffered: true,
    },
    locked,
    teaser: null,
    readMinutes: locked ? lengthOf(whole).minutes : null,
    image: null,
    video: null,
    audio: null,
    media: locked ? null : (first ?? null),
    allMedia: shown,
    placedIds: picturesIn(locked && above !== null ? above : whole),
    embed: locked ? null : embedOf(fields.videoLink.trim(), window.location.hostname),
    holds: locked && first ? { kind: first.kind, durationMs: first.durationMs } : null,
    contents: locked ? contentsOf(media.filter(({ _id }) => !openIds.has(_id))) : null,
    pitch: locked ? fields.teaser.trim() || null : null,
    cover,
    hasPlans: plans.length > 0,
    files: locked ? [] : files.map((file) => fileAsSeen(file, { plans, who, nowMs })),
    fileCount: files.length,
    opensNext: null,
    closesNext: null,
    isWaiting: false,
    isPinned: false,
    isReplay: draft.isReplay,
    editedAt: null,
    createdAt: now,
    publishedAt: draft.publishedAt ?? now,
  }
}

/** A file of a post that somebody may read. */
function fileAsSeen(
  { mediaId, name, sizeBytes, planIds }: ListedFile,
  { plans, who, nowMs }: { plans: readonly Plan[]; who: Onlooker; nowMs: number },
): Post['files'][number] {
  const step = { reach: 'plans' as const, planIds, isExact: false, fromAt: null, untilAt: null }
  const isOpen = planIds.length === 0 || wouldSee([step], who, plans, nowMs)
  const plan = isOpen ? null : cheapestPlan([step], plans, nowMs)
  return {
    _id: mediaId ?? name,
    name,
    sizeBytes,
    isOpen,
    state: 'ready',
    plan: plan && {
      _id: plan._id,
      name: plan.name,
      price: plan.price,
      currency: plan.currency,
      isOffered: true,
    },
    downloads: null,
  }
}

function contentsOf(media: Post['allMedia']): Post['contents'] {
  const count = (kind: string) => media.filter((medium) => medium.kind === kind).length
  const playMs = media.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0)
  return { videos: count('video'), audios: count('audio'), pictures: count('image'), playMs: playMs || null }
}
