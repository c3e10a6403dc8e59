import { FileText, Lock, ShieldAlert, ShieldEllipsis } from 'lucide-react'
import { Suspense, useId } from 'react'

import { useToken } from '#web/api/session.ts'
import { offerOf } from '#web/features/post-card/offer.ts'
import type { Post } from '#web/features/post-card/post.ts'
import { WayIn, WayInSpace } from '#web/features/post-card/way-in.tsx'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { sizeText } from '#web/features/uploader/upload-pace.ts'
import { classNames } from '#web/ui/class-names.ts'

import { DownloadButton } from './download-button.tsx'
import { fileListTexts as texts } from './messages.ts'

// Visitors shouldn't load code about a member's subscriptions.
const MembersWayIn = lazyPart(
  async () => (await import('#web/features/post-card/members-way-in.tsx')).MembersWayIn,
)

/** One button for each plan that opens files which are closed to this viewer; most often there is one. */
function FileWaysIn({ post, onJoin }: { post: Post; onJoin: ((planId: string) => void) | undefined }) {
  const isSignedIn = useToken() !== null
  const plans = new Map(post.files.flatMap(({ plan }) => (plan === null ? [] : [[plan._id, plan] as const])))
  if (plans.size === 0) return null
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {[...plans.values()].map((plan) => {
        const about = { ...post, plan }
        const offer = offerOf({ creatorId: post.creatorId._id, plan, hasPlans: post.hasPlans }, 'visitor')
        if (!isSignedIn)
          // A visitor has nothing to change.
          return offer === 'change' ? null : (
            <WayIn key={plan._id} isVisitor post={about} offer={offer} onJoin={onJoin} />
          )
        return (
          <Suspense key={plan._id} fallback={<WayInSpace />}>
            <MembersWayIn post={about} onJoin={onJoin} />
          </Suspense>
        )
      })}
    </div>
  )
}

type PostFile = Post['files'][number]

export type FileListProps = {
  post: Post
  /** Opens a plan's payment sheet if it is on this page; otherwise a link leads to it. */
  onJoin?: ((planId: string) => void) | undefined
}

/** The files of a post: to download, or with the plan that opens them. */
export function FileList({ post, onJoin }: FileListProps) {
  const titleId = useId()
  const isOwn = post.files.some(({ downloads }) => downloads !== null)
  return (
    <section aria-labelledby={titleId} className="mt-7">
      <h4 id={titleId} className="text-sm font-semibold text-ink-soft">
        {texts.title(post.files.length)}
      </h4>
      <ul className="mt-2 divide-y divide-line rounded-card border border-line bg-paper-raised">
        {post.files.map((file) => (
          <li key={file._id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
            <FileIcon file={file} />
            <div className="min-w-0 flex-1 basis-40">
              <p dir="auto" className="text-base leading-snug font-medium text-ink wrap-anywhere">
                {file.name}
              </p>
              <p className="mt-0.5 text-sm text-ink-faint tabular-nums wrap-break-word">{factsOf(file)}</p>
            </div>
            {file.isOpen && <DownloadButton mediaId={file._id} name={file.name} />}
          </li>
        ))}
      </ul>
      <FileWaysIn post={post} onJoin={onJoin} />
      {isOwn && <p className="mt-2 text-sm text-ink-faint">{texts.howCounted}</p>}
    </section>
  )
}

function FileIcon({ file }: { file: PostFile }) {
  const Icon =
    file.state === 'failed'
      ? ShieldAlert
      : file.state !== 'ready'
        ? ShieldEllipsis
        : file.isOpen
          ? FileText
          : Lock
  return (
    <Icon
      aria-hidden="true"
      className={classNames('size-5 shrink-0', file.state === 'failed' ? 'text-bad' : 'text-ink-faint')}
    />
  )
}

/** The size, and what else matters about it to this viewer. */
function factsOf({ sizeBytes, state, isOpen, plan, downloads }: PostFile): string {
  const size = sizeText(sizeBytes)
  if (state === 'failed') return texts.with(size, texts.refused)
  if (state !== 'ready') return texts.with(size, texts.beingChecked)
  if (!isOpen) return texts.with(size, plan === null ? texts.forSomeMembers : texts.forPlan(plan.name))
  return downloads === null ? size : texts.with(size, texts.downloads(downloads))
}
