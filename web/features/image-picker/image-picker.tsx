import { ImageUp } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'

import { mediaFailures } from '#contract/media/failures.ts'
import { mediaMessages } from '#contract/media/messages.ts'
import { PICTURE_MAX_BYTES } from '#contract/media/rules.ts'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/field.tsx'

import { imagePickerTexts as texts } from './messages.ts'

/** The accepted types; `acceptedKinds` names them in words. */
const ACCEPTED_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']

export type ImagePickerProps = {
  label: string
  /** Advice on the picture, before the accepted kinds. */
  advice: string
  isPicked: boolean
  /** There is a picture that could be removed. */
  isRemovable?: boolean
  /** It is removed once the form is saved. */
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
    if (!ACCEPTED_TYPES.includes(picked.type)) onPick(null, mediaFailures.image_refused.message)
    else if (picked.size > PICTURE_MAX_BYTES) onPick(null, mediaMessages.pictureTooLarge)
    else onPick(picked, null)
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
            <RichText text={(isPicked ? texts.chooseAnother : texts.choose)(label)} />
          </Button>
          {isPicked && (
            <Button size="small" variant="quiet" onClick={() => onPick(null, null)}>
              <RichText text={texts.undo(label)} />
            </Button>
          )}
          {!isPicked && isRemovable && (
            <Button size="small" variant="quiet" onClick={() => onRemove?.(!isRemoved)}>
              <RichText text={(isRemoved ? texts.keep : texts.remove)(label)} />
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
        <FieldNote id={noteId} help={texts.help(advice, texts.acceptedKinds)} error={error} />
      </div>
    </fieldset>
  )
}
