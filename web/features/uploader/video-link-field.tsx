import { X } from 'lucide-react'

import { embedOf } from '#contract/media/embeds.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TextField } from '#web/ui/text-field.tsx'

/** The link of a video elsewhere. */
export function VideoLinkField({
  url,
  error,
  onChange,
  onRemove,
}: {
  url: string
  error: string | null
  onChange: (url: string) => void
  onRemove: () => void
}) {
  const found = embedOf(url.trim(), window.location.hostname)
  return (
    <TextField
      label="Video link"
      type="url"
      inputMode="url"
      placeholder="https://"
      value={url}
      error={error}
      help={found ? `${found.title}, shown in your post.` : 'YouTube, Vimeo or Twitch.'}
      onChange={(event) => onChange(event.target.value)}
      trailing={<IconButton label="Remove the link" icon={<X aria-hidden="true" />} onClick={onRemove} />}
    />
  )
}
