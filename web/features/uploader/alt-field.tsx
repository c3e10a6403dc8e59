import { ALT_MAX_LENGTH } from '#contract/media/rules.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import type { AttachedFile } from './attachment.ts'
import { uploaderTexts } from './messages.ts'

const texts = uploaderTexts.alt

/** The picture's description, for people who can't see it. */
export function AltField({
  attached,
  error,
  onChange,
}: {
  attached: AttachedFile
  error: string | null
  onChange: (changes: { alt?: string; isDecorative?: boolean }) => void
}) {
  const { alt, isDecorative } = attached
  return (
    <div>
      <TextField
        label={texts.question}
        help={texts.help}
        value={isDecorative ? '' : alt}
        disabled={isDecorative}
        maxLength={ALT_MAX_LENGTH}
        error={isDecorative ? null : error}
        onChange={(event) => onChange({ alt: event.target.value })}
      />
      <Checkbox
        className="mt-1"
        label={texts.isDecorative}
        checked={isDecorative}
        onChange={(event) => onChange({ isDecorative: event.target.checked })}
      />
    </div>
  )
}
