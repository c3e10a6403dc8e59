import { Check, Copy } from 'lucide-react'
import { useState } from 'react'

import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { copyText } from './copy-text.ts'

export interface CopyFieldTexts {
  label: string
  copy: string
  copied: string
  failed: string
}

/** An address to be copied, and selected by whoever's browser refuses that. */
export function CopyField({
  url,
  texts,
  isMain = false,
}: {
  url: string
  texts: CopyFieldTexts
  isMain?: boolean
}) {
  const [isCopied, setIsCopied] = useState(false)
  return (
    <div className="flex flex-col gap-3 sm:flex-row sm:items-end">
      <TextField
        className="min-w-0 flex-1"
        label={texts.label}
        dir="ltr"
        readOnly
        value={url}
        onFocus={(event) => event.target.select()}
      />
      <Button
        variant={isMain ? 'primary' : 'secondary'}
        icon={isCopied ? <Check /> : <Copy />}
        onClick={() => void copyText(url, texts).then(setIsCopied)}
      >
        {texts.copy}
      </Button>
    </div>
  )
}
