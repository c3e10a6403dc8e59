import { X } from 'lucide-react'

import { embedOf } from '#contract/media/embeds.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { writeTexts } from '../messages.ts'

const texts = writeTexts.embed

/** A video at another site, below the text. */
export function EmbedField({
  value,
  onChange,
  onRemove,
}: {
  value: string
  onChange: (link: string) => void
  onRemove: () => void
}) {
  const found = embedOf(value.trim(), window.location.hostname)
  return (
    <div className="mt-6">
      <TextField
        label={texts.label}
        type="url"
        inputMode="url"
        dir="ltr"
        data-embed-field=""
        value={value}
        help={found ? found.title : texts.help}
        error={value.trim() !== '' && found === null ? texts.wrong : null}
        onChange={(event) => onChange(event.target.value)}
        trailing={<IconButton label={texts.remove} icon={<X aria-hidden="true" />} onClick={onRemove} />}
      />
    </div>
  )
}
