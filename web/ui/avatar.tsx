import { useState } from 'react'
import { avatarInitial, avatarTintClassName } from './avatar-tint.ts'
import { classNames } from './class-names.ts'

export type AvatarSize = 32 | 48 | 64 | 96 | 128

export type AvatarProps = {
  name: string
  /** Determines the tint; default: the name. */
  handle?: string
  /** The picture's address; the first letter is shown while there is none or it fails. */
  src?: string | null
  /** Edge in CSS pixels. */
  size?: AvatarSize
  /** Only where no name is beside it; otherwise the avatar is decoration. */
  alt?: string
  /** A ring in the page's colour, for an avatar overlapping a banner. */
  hasRing?: boolean
  /** A red ring: who it shows is live. Words beside it say so. */
  isLive?: boolean
  /** Load at once, for pictures visible when a page opens. */
  isEager?: boolean
  className?: string
}

const sizeClassNames: Record<AvatarSize, string> = {
  32: 'size-8 text-sm',
  48: 'size-12 text-lg',
  64: 'size-16 text-xl',
  96: 'size-24 text-3xl',
  128: 'size-32 text-4xl',
}

/** A round picture, or the first letter on a tint derived from the handle. */
export function Avatar({
  name,
  handle,
  src,
  size = 48,
  alt = '',
  hasRing = false,
  isLive = false,
  isEager = false,
  className,
}: AvatarProps) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  const hasPicture = Boolean(src) && src !== failedSrc
  return (
    <span
      role={alt && !hasPicture ? 'img' : undefined}
      aria-label={alt && !hasPicture ? alt : undefined}
      className={classNames(
        'tint relative inline-grid shrink-0 place-items-center overflow-hidden rounded-full font-display leading-none select-none',
        avatarTintClassName(handle ?? name),
        sizeClassNames[size],
        hasRing && 'ring-4 ring-paper',
        isLive && 'outline-bad-fill',
        isLive && (hasRing ? 'outline-3 outline-offset-4' : 'outline-2 outline-offset-2'),
        className,
      )}
    >
      {src && hasPicture ? (
        <img
          // A failure before hydration fires no more events: check for it.
          ref={(image) => {
            if (image?.complete && image.naturalWidth === 0) setFailedSrc(src)
          }}
          src={src}
          alt={alt}
          width={size}
          height={size}
          loading={isEager ? 'eager' : 'lazy'}
          decoding="async"
          onError={() => setFailedSrc(src)}
          className="size-full object-cover"
        />
      ) : (
        <span aria-hidden="true">{avatarInitial(name)}</span>
      )}
    </span>
  )
}
