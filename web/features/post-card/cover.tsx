import type { Playback } from '#web/features/media/player/sources.ts'

const SIZES = '(min-width: 50rem) 50rem, 100vw'

/** A post's cover, which everyone sees; on the post's own page it is wider than the text, and there from the start. */
export function Cover({ cover, isEager = false }: { cover: Playback; isEager?: boolean }) {
  if (cover.src === null) return null
  return (
    <img
      src={cover.src}
      srcSet={cover.srcSet.map(({ url, widthPx }) => `${url} ${widthPx}w`).join(', ') || undefined}
      sizes={SIZES}
      alt={cover.alt}
      loading={isEager ? 'eager' : 'lazy'}
      fetchPriority={isEager ? 'high' : undefined}
      decoding="async"
      className="aspect-video max-w-none bg-wash object-cover w-[calc(100%+2rem)] -mx-4 sm:mx-0 sm:w-full sm:rounded-card"
    />
  )
}
