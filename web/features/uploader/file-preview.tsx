import { AudioLines, Clapperboard, Image } from 'lucide-react'
import { useState } from 'react'

import { getPlayback } from '#contract/media/calls.ts'
import { useQuery } from '#web/api/queries.ts'

import type { AttachedFile } from './attachment.ts'
import { uploaderTexts as texts } from './messages.ts'
import type { AttachmentInHand } from './use-attachment.ts'

const ICONS = { image: Image, video: Clapperboard, audio: AudioLines }

/** The attached file as its post will show it: from the device, or after a reload from the server. */
export function FilePreview({
  attachment,
  attached,
}: {
  attachment: AttachmentInHand
  attached: AttachedFile
}) {
  const { kind, fileName, mediaId } = attached
  const { previewUrl } = attachment
  const [unshowable, setUnshowable] = useState<string | null>(null)
  // What this browser can't show as it is, the server makes so that it can.
  const isShowable = previewUrl !== null && previewUrl !== unshowable
  const isAtServer = !isShowable && attachment.medium?.state === 'ready'
  const { data } = useQuery(getPlayback, { mediaId: mediaId ?? '' }, { isEnabled: isAtServer })
  const url = isShowable ? previewUrl : isAtServer ? (data?.src ?? null) : null
  const Icon = ICONS[kind]

  if (url === null || unshowable === url)
    return (
      <div className="grid h-28 place-items-center bg-wash text-ink-faint">
        <Icon aria-hidden="true" className="size-8" />
      </div>
    )
  const onError = () => setUnshowable(url)
  if (kind === 'image')
    return <img src={url} alt="" onError={onError} className="max-h-72 w-full bg-wash object-contain" />
  if (kind === 'video')
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- the creator's own file, before it is published
      <video
        src={url}
        aria-label={texts.preview(fileName)}
        controls
        playsInline
        preload="metadata"
        onError={onError}
        className="max-h-72 w-full bg-stage"
      />
    )
  return (
    <div className="bg-wash p-4">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the creator's own file, before it is published */}
      <audio
        src={url}
        aria-label={texts.preview(fileName)}
        controls
        preload="metadata"
        onError={onError}
        className="w-full"
      />
    </div>
  )
}
