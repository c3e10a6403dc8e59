import { use, useState } from 'react'

import { AddressesContext } from './addresses.ts'
import { mediaTexts } from './messages.ts'
import { toTheEdges } from './placement.ts'
import { isAnother, type Playback } from './player/sources.ts'
import { WaysOn } from './player/ways-on.tsx'

/** As wide as the text column; on phones, as the screen. */
const SIZES = '(min-width: 42.5rem) 42.5rem, 100vw'
/** In a gallery about half of that. */
const TILE_SIZES = '(min-width: 42.5rem) 21rem, 50vw'

const PLACES = { 'below-text': toTheEdges, 'in-text': '-mx-4 sm:mx-0', 'in-gallery': 'size-full' }

/** One picture, in the width the screen needs. Its space and colour are there before it loads. */
export function Picture({
  media,
  onEnlarge,
  place = 'below-text',
}: {
  media: Playback
  /** Shows it large. */
  onEnlarge?: (() => void) | undefined
  place?: keyof typeof PLACES
}) {
  const isTile = place === 'in-gallery'
  const addresses = use(AddressesContext)
  const [shown, setShown] = useState(media)
  const [state, setState] = useState<'well' | 'renewed' | 'failed'>('well')
  // A mere change of signature would make the browser fetch the same picture again.
  if (isAnother(shown, media)) setShown(media)

  async function renew() {
    try {
      setShown(await addresses.playback(media._id))
      setState('renewed')
    } catch {
      setState('failed')
    }
  }
  function fail() {
    const hasEnded = shown.expiresAt !== null && Date.parse(shown.expiresAt) < Date.now()
    if (state === 'well' && hasEnded) void renew()
    else setState('failed')
  }

  const { src, srcSet, alt, widthPx, heightPx, placeholder } = shown
  if (state === 'failed')
    return (
      <div className="mt-4 flex flex-wrap items-center gap-3 text-base text-ink-soft">
        <p role="alert">{mediaTexts.notLoaded.image}</p>
        <WaysOn src={shown.src ?? shown.srcSet.at(-1)?.url ?? null} onRetry={() => void renew()} />
      </div>
    )
  return (
    <div className={`${PLACES[place]} relative overflow-hidden bg-wash sm:rounded-control`}>
      {/* Reserves space in the picture's shape and colour; our policy forbids style attributes. */}
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${widthPx ?? 3} ${heightPx ?? 2}`}
        preserveAspectRatio="xMidYMid slice"
        className={isTile ? 'absolute inset-0 size-full' : 'block max-h-[80dvh] w-full'}
      >
        {placeholder && <rect width="100%" height="100%" fill={placeholder} />}
      </svg>
      <img
        // A failure before hydration fires no more events: check for it.
        ref={(element) => {
          if (element?.complete && element.naturalWidth === 0 && element.currentSrc !== '') fail()
        }}
        src={src ?? srcSet.at(-1)?.url}
        srcSet={srcSet.map(({ url, widthPx: width }) => `${url} ${width}w`).join(', ') || undefined}
        sizes={isTile ? TILE_SIZES : SIZES}
        alt={alt}
        width={widthPx ?? undefined}
        height={heightPx ?? undefined}
        loading="lazy"
        decoding="async"
        onError={fail}
        className={`absolute inset-0 size-full ${isTile ? 'object-cover' : 'object-contain'}`}
      />
      {onEnlarge && (
        <button
          type="button"
          aria-label={mediaTexts.enlarge(alt)}
          onClick={onEnlarge}
          className="absolute inset-0 size-full cursor-zoom-in focus-visible:-outline-offset-2"
        />
      )}
    </div>
  )
}
