import { lazyPart } from '#web/features/shell/lazy-screen.tsx'

import { mediaTexts } from './messages.ts'
import { OnceHydrated } from '#web/features/form/once-hydrated.tsx'
import { Picture } from './picture.tsx'
import type { Playback } from './sources.ts'
import { Sound } from './sound.tsx'
import { Video } from './video.tsx'

const Preparing = lazyPart(async () => (await import('./preparing.tsx')).Preparing)

export type PostMediaProps = {
  media: Playback
  /** The creator, for the media's names. */
  pageName: string
  /** Shows a picture large. */
  onEnlarge?: (() => void) | undefined
}

/** A post's picture, video or sound. */
export function PostMedia({ media, pageName, onEnlarge }: PostMediaProps) {
  if (media.state === 'failed')
    return <p className="mt-4 rounded-control bg-wash p-4 text-base text-ink-soft">{mediaTexts.broken}</p>
  // Parts of it may have addresses already; they work once all of it is ready.
  if (media.state !== 'ready')
    return (
      <OnceHydrated>
        <Preparing kind={media.kind} mediaId={media._id} />
      </OnceHydrated>
    )
  switch (media.kind) {
    case 'image':
      return <Picture key={media._id} media={media} onEnlarge={onEnlarge} />
    case 'video':
      return <Video key={media._id} media={media} label={media.alt || mediaTexts.inPost.video(pageName)} />
    case 'audio':
      return <Sound key={media._id} media={media} label={media.alt || mediaTexts.inPost.audio(pageName)} />
  }
}
