import { OnceHydrated } from '#web/features/form/once-hydrated.tsx'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'

import { mediaTexts } from './messages.ts'
import { Picture } from './picture.tsx'
import { type Playback, sourcesOf } from './player/sources.ts'
import { Video } from './player/video.tsx'

const SoundPlayer = lazyPart(async () => (await import('./player/sound-player.tsx')).SoundPlayer, PlainPlayer)

/** A recording: the browser's plain player until ours has loaded, in the same place and size. */
function Sound({ media, label }: { media: Playback; label: string }) {
  return (
    <div className="mt-6 min-h-32 rounded-card border border-line bg-paper-raised px-4 py-3 has-[[role=alert]]:min-h-0 has-[[role=alert]]:border-transparent has-[[role=alert]]:bg-transparent has-[[role=alert]]:px-0">
      <OnceHydrated fallback={<PlainPlayer media={media} label={label} />}>
        <SoundPlayer media={media} label={label} />
      </OnceHydrated>
    </div>
  )
}

function PlainPlayer({ media, label }: { media: Playback; label: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- captions are the creator's to add
    <audio aria-label={label} controls preload="none" className="mt-6 w-full">
      {sourcesOf(media, 'auto').map(({ url, type }) => (
        <source key={url} src={url} type={type ?? undefined} />
      ))}
    </audio>
  )
}

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
