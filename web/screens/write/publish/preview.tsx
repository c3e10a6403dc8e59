import { Link2 } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'

import type { OutputOf } from '#contract/http/route.ts'
import { getPlayback } from '#contract/media/calls.ts'
import { call } from '#web/api/call.ts'
import { useQuery } from '#web/api/queries.ts'
import { PlanBadge } from '#web/features/plan-badge/plan-badge.tsx'
import type { Plan } from '#web/features/plan-cards/plan-price.ts'
import { PostCard } from '#web/features/post-card/post-card.tsx'
import type { Post } from '#web/features/post-card/post.ts'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SegmentedToggle } from '#web/ui/segmented-toggle.tsx'
import { Select } from '#web/ui/select.tsx'

import type { Draft, DraftFields } from '../draft/draft-fields.ts'
import type { ListedFile } from '../draft/draft-files.tsx'
import type { MediaItem } from '../media/media-items.ts'
import { writeTexts } from '../messages.ts'
import type { Onlooker } from './onlookers.ts'
import type { Creator } from './own-page.ts'
import { previewPost } from './preview-post.ts'

const PreviewDialog = lazyPart(
  async () => (await import('#web/features/preview-link/preview-dialog.tsx')).PreviewDialog,
)

const texts = writeTexts.previewing

export type PreviewProps = {
  isOpen: boolean
  draft: Draft
  fields: DraftFields
  items: readonly MediaItem[]
  files: readonly ListedFile[]
  creator: Creator
  plans: readonly Plan[]
  onClose: () => void
  /** The link that shows it to people without an account is asked for; it shows what was saved last. */
  onLink: () => void
}

/** The post as somebody would see it now, on a desktop or a phone. */
export function Preview({ isOpen, onClose, onLink, ...rest }: PreviewProps) {
  const [linkedId, setLinkedId] = useState<string | null>(null)
  function openLink() {
    onLink()
    setLinkedId(rest.draft._id)
  }
  return (
    <>
      <Dialog isOpen={isOpen} onClose={onClose} size="large" title={texts.title}>
        {isOpen && <Shown {...rest} onLink={openLink} />}
      </Dialog>
      <Suspense>
        <PreviewDialog postId={linkedId} onClose={() => setLinkedId(null)} />
      </Suspense>
    </>
  )
}

function Shown({
  draft,
  fields,
  items,
  files,
  creator,
  plans,
  onLink,
}: Omit<PreviewProps, 'isOpen' | 'onClose'>) {
  const [seenBy, setSeenBy] = useState('visitor')
  const [width, setWidth] = useState<'desktop' | 'phone'>('desktop')
  const [nowMs] = useState(() => Date.now())
  const media: Post['allMedia'] = usePlaybacks(items)
  const cover = useQuery(
    getPlayback,
    { mediaId: fields.coverId ?? '' },
    { isEnabled: fields.coverId !== null },
  )
  const plan = plans.find(({ _id }) => _id === seenBy)
  const who: Onlooker = plan
    ? { kind: 'member', plan }
    : seenBy === 'follower'
      ? { kind: 'follower' }
      : { kind: 'visitor' }
  const shown = { draft, fields, media, cover: cover.data ?? null, files, creator, plans }
  const post = previewPost({ ...shown, who, nowMs })
  return (
    <div>
      <div className="mb-6 flex flex-wrap items-end gap-4">
        <Select
          label={texts.as}
          className="min-w-52 flex-1"
          value={seenBy}
          options={[
            { value: 'visitor', label: texts.visitor },
            { value: 'follower', label: texts.follower },
            ...plans.map((known) => ({ value: known._id, label: texts.member(known.name) })),
          ]}
          onChange={(event) => setSeenBy(event.target.value)}
        />
        <Button icon={<Link2 />} onClick={onLink} className="max-sm:w-full">
          {texts.link}
        </Button>
        <div className="max-sm:hidden">
          <SegmentedToggle
            label={texts.width}
            value={width}
            segments={[
              { value: 'desktop', label: texts.desktop },
              { value: 'phone', label: texts.phone },
            ]}
            onChange={setWidth}
          />
        </div>
      </div>
      <div
        className={
          width === 'phone'
            ? 'mx-auto w-full max-w-[390px] rounded-card border border-line bg-paper p-4'
            : 'mx-auto max-w-reading rounded-card border border-line bg-paper p-5 sm:p-8'
        }
      >
        <PostCard
          key={seenBy}
          post={post}
          isViewerKnown
          onJoin={() => undefined}
          badge={<PlanBadge plan={post.plan} offeredPlans={plans} />}
        />
      </div>
    </div>
  )
}

type Playback = OutputOf<typeof getPlayback>

/** What has arrived of a draft's media, ready to be shown, in the draft's order. */
function usePlaybacks(items: readonly MediaItem[]): Playback[] {
  const ids = items.flatMap(({ mediaId, state }) => (state === 'arrived' && mediaId ? [mediaId] : []))
  const [known, setKnown] = useState<readonly Playback[]>([])
  const asked = ids.join(' ')

  useEffect(() => {
    let isGone = false
    const wanted = asked === '' ? [] : asked.split(' ')
    async function load() {
      const all = await Promise.all(wanted.map((mediaId) => call(getPlayback, { mediaId }).catch(() => null)))
      if (!isGone) setKnown(all.filter((one) => one !== null))
    }
    void load()
    return () => {
      isGone = true
    }
  }, [asked])
  // Described a moment ago: the words are those of the page.
  const alts = new Map(items.map(({ mediaId, alt }) => [mediaId, alt]))
  return known.map((one) => ({ ...one, alt: alts.get(one._id) ?? one.alt }))
}
