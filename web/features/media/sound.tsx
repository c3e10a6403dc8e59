import { lazyPart } from '#web/features/shell/lazy-screen.tsx'

import { OnceHydrated } from '#web/features/form/once-hydrated.tsx'
import { type Playback, sourcesOf } from './sources.ts'

const SoundPlayer = lazyPart(async () => (await import('./sound-player.tsx')).SoundPlayer, PlainPlayer)

/** A recording: the browser's plain player until ours has loaded, in the same place and size. */
export function Sound({ media, label }: { media: Playback; label: string }) {
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
