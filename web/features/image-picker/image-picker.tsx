import { ImageUp } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'

import { creatorFailures } from '#contract/creators/failures.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/field.tsx'

/** What the server takes, as the picker and the sentence below it name it. */
const ACCEPTED_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']
const ACCEPTED_TEXT = 'JPEG, PNG, WebP, AVIF or GIF'

export type ImagePickerProps = {
  label: string
  /** What suits it, before the accepted kinds. */
  advice: string
  isPicked: boolean
  /** There is a picture that could be taken away. */
  isRemovable?: boolean
  /** It will be, once the form is saved. */
  isRemoved?: boolean
  onRemove?: (isRemoved: boolean) => void
  error: string | null
  onPick: (file: File | null, error: string | null) => void
  preview: ReactNode
}

/** Picks one picture and shows it before it is sent. */
export function ImagePicker({
  label,
  advice,
  isPicked,
  isRemovable = false,
  isRemoved = false,
  onRemove,
  error,
  onPick,
  preview,
}: ImagePickerProps) {
  const inputRef = useRef<HTMLInputElement>(null)
  const noteId = useId()

  function pick(picked: File | undefined) {
    if (!picked) return
    if (ACCEPTED_TYPES.includes(picked.type)) onPick(picked, null)
    else onPick(null, creatorFailures.image_refused.message)
  }

  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="flex flex-wrap items-center gap-4">
        {preview}
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            icon={<ImageUp />}
            aria-describedby={noteId}
            onClick={() => inputRef.current?.click()}
          >
            {isPicked ? 'Choose another' : 'Choose a picture'} <span className="sr-only">for {label}</span>
          </Button>
          {isPicked && (
            <Button size="small" variant="quiet" onClick={() => onPick(null, null)}>
              Undo <span className="sr-only">the picture for {label}</span>
            </Button>
          )}
          {!isPicked && isRemovable && (
            <Button size="small" variant="quiet" onClick={() => onRemove?.(!isRemoved)}>
              {isRemoved ? 'Keep' : 'Remove'} <span className="sr-only">the picture for {label}</span>
            </Button>
          )}
        </div>
        <input
          ref={inputRef}
          type="file"
          accept={ACCEPTED_TYPES.join(',')}
          aria-label={label}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            pick(event.target.files?.[0])
            // The same file may be picked again after an undo.
            event.target.value = ''
          }}
        />
      </div>
      <div className="mt-1.5">
        <FieldNote id={noteId} help={`${advice} ${ACCEPTED_TEXT}.`} error={error} />
      </div>
    </fieldset>
  )
}
