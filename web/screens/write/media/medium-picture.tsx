import { Music, Film, ImageIcon } from 'lucide-react'
import { useState } from 'react'

import { getPlayback } from '#contract/media/calls.ts'
import { useQuery } from '#web/api/queries.ts'
import { classNames } from '#web/ui/class-names.ts'

import type { MediaItem } from './media-items.ts'

const ICONS = { image: ImageIcon, video: Film, audio: Music }

/** What a medium looks like: from this device, or from the server. */
export function MediumPicture({
  item,
  isLarge = false,
  className,
}: {
  item: MediaItem
  /** As wide as the text, and not a sketch of it. */
  isLarge?: boolean
  className: string
}) {
  const { kind, mediaId, medium, previewUrl } = item
  const [broken, setBroken] = useState<string | null>(null)
  // Of a picture that this browser can't show, the server makes one that it can.
  const isAtServer = (previewUrl === null || previewUrl === broken) && medium?.state === 'ready'
  const { data } = useQuery(
    getPlayback,
    { mediaId: mediaId ?? '' },
    { isEnabled: isAtServer && mediaId !== null },
  )
  const [smallest] = data?.srcSet ?? []
  const picture = isLarge ? data?.src : (smallest?.url ?? data?.src)
  const fromServer = kind === 'image' ? picture : data?.poster
  const ownUrl = kind === 'image' && previewUrl !== broken ? previewUrl : null
  const url = ownUrl ?? fromServer ?? null
  const Icon = ICONS[kind]
  if (url === null || url === broken)
    return (
      <span className={classNames('grid place-items-center bg-wash text-ink-faint', className)}>
        <Icon aria-hidden="true" className="size-6" />
      </span>
    )
  return (
    <img
      src={url}
      alt=""
      draggable={false}
      onError={() => setBroken(url)}
      className={classNames('bg-wash object-cover', className)}
    />
  )
}
