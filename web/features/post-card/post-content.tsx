import { Clock } from 'lucide-react'
import { Suspense, useState } from 'react'

import { embedPart } from '#web/features/media/embed/embed-part.ts'
import { mediaPart } from '#web/features/media/media-part.ts'
import { toTheEdges } from '#web/features/media/placement.ts'
import { filesPart } from '#web/features/post-files/files-part.ts'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { classNames } from '#web/ui/class-names.ts'

import { postCardTexts as texts } from './messages.ts'
import { PostText } from './post-text.tsx'
import type { Post } from './post.ts'
import { ReleaseNews } from './release-news.tsx'

const Lightbox = lazyPart(async () => (await import('#web/features/lightbox/lightbox.tsx')).Lightbox)

/** What a post holds for this viewer: text, media, a video from elsewhere; of a locked post what is above its line. */
export function PostContent({
  post,
  onJoin,
}: {
  post: Post
  /** Opens a plan's payment sheet, if it is on this page. */
  onJoin?: ((planId: string) => void) | undefined
}) {
  const pictures = post.allMedia.filter(({ kind, state }) => kind === 'image' && state === 'ready')
  const [enlarged, setEnlarged] = useState<number | null>(null)
  const enlarge = (mediaId: string) => setEnlarged(pictures.findIndex(({ _id }) => _id === mediaId))
  // A picture is shown once: in the text, as the cover, or here.
  const elsewhere = new Set([...post.placedIds, post.cover?._id])
  const below = post.allMedia.filter(({ _id }) => !elsewhere.has(_id))
  const attached = (
    <div className={below.filter(({ kind }) => kind === 'image').length > 1 ? 'picture-set' : undefined}>
      {below.map((media) => (
        <div key={media._id} data-part="media">
          <Suspense fallback={<Room />}>
            <mediaPart.Screen
              media={media}
              pageName={post.creatorId.pageName}
              onEnlarge={() => enlarge(media._id)}
            />
          </Suspense>
        </div>
      ))}
    </div>
  )
  return (
    <>
      {post.isReplay && attached}
      {/* Another text, once the viewer may read all of it. */}
      <PostText key={String(post.locked)} post={post} onEnlarge={enlarge}>
        {!post.locked && <ReleaseNews post={post} />}
        {!post.isReplay && attached}
      </PostText>
      {post.embed && (
        <div data-part="embed">
          <Suspense fallback={<Room />}>
            <embedPart.Screen embed={post.embed} pageName={post.creatorId.pageName} />
          </Suspense>
        </div>
      )}
      {post.files.length > 0 && (
        <div data-part="files">
          <Suspense fallback={null}>
            <filesPart.Screen post={post} onJoin={onJoin} />
          </Suspense>
        </div>
      )}
      {post.isWaiting && (
        <p className="mt-3 flex items-center gap-2 text-sm text-ink-soft">
          <Clock aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
          {texts.waiting}
        </p>
      )}
      {enlarged !== null && (
        <Suspense>
          <Lightbox pictures={pictures} start={enlarged} onClose={() => setEnlarged(null)} />
        </Suspense>
      )}
    </>
  )
}

/** Reserves the space of a post's video or picture until its code has loaded. */
function Room() {
  return <div className={classNames('aspect-video bg-wash', toTheEdges)} />
}
