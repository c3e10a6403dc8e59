import { X } from 'lucide-react'

import { embedOf } from '#contract/media/embeds.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { uploaderTexts } from './messages.ts'

const texts = uploaderTexts.link

/** The link to a video on another site. */
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
      label={texts.label}
      type="url"
      inputMode="url"
      placeholder={texts.placeholder}
      value={url}
      error={error}
      help={found ? texts.found(found.title) : texts.help}
      onChange={(event) => onChange(event.target.value)}
      trailing={<IconButton label={texts.remove} icon={<X aria-hidden="true" />} onClick={onRemove} />}
    />
  )
}
