import { ImageUp } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'

import { mediaFailures } from '#contract/media/failures.ts'
import { mediaMessages } from '#contract/media/messages.ts'
import { PICTURE_MAX_BYTES } from '#contract/media/rules.ts'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { isHeic } from '#web/features/uploader/file-kinds.ts'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/field.tsx'

import type { CropDialogProps } from './crop-dialog.tsx'
import type { Size } from './crop-view.ts'
import { imagePickerTexts as texts } from './messages.ts'
import type { PickedPicture } from './picked-picture.ts'

const CropDialog = lazyPart<CropDialogProps>(async () => (await import('./crop-dialog.tsx')).CropDialog)

/** The accepted types; `acceptedKinds` names them in words. */
const ACCEPTED_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']

export type ImagePickerProps = {
  label: string
  /** Advice on the picture, before the accepted kinds. */
  advice: string
  picked: PickedPicture | null
  /** The shape that is kept, in pixels. */
  shape: Size
  /** It is shown in a circle. */
  isRound?: boolean
  /** Whose tint is seen through a transparent picture: a handle or a name. */
  tint: string
  /** There is a picture that could be removed. */
  isRemovable?: boolean
  /** It is removed once the form is saved. */
  isRemoved?: boolean
  onRemove?: (isRemoved: boolean) => void
  error: string | null
  onPick: (picked: PickedPicture | null, error: string | null) => void
  preview: ReactNode
}

/** Picks one picture, and the part of it that is kept, and shows that before it is sent. */
export function ImagePicker({
  label,
  advice,
  picked,
  shape,
  isRound = false,
  tint,
  isRemovable = false,
  isRemoved = false,
  onRemove,
  error,
  onPick,
  preview,
}: ImagePickerProps) {
  const inputRef = useRef<HTMLInputElement>(null)
  const noteId = useId()
  /** The picture being placed. */
  const [placed, setPlaced] = useState<Pick<CropDialogProps, 'file' | 'start'> | null>(null)
  const isPicked = picked !== null

  function place(file: File | undefined) {
    if (!file) return
    if (!ACCEPTED_TYPES.includes(file.type) && !isHeic(file))
      onPick(null, mediaFailures.image_refused.message)
    else if (file.size > PICTURE_MAX_BYTES) onPick(null, mediaMessages.pictureTooLarge)
    else setPlaced({ file, start: null })
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
          {picked && (
            <Button size="small" onClick={() => setPlaced({ file: picked.file, start: picked.view })}>
              <RichText text={texts.adjust(label)} />
            </Button>
          )}
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
            place(event.target.files?.[0])
            // The same file may be picked again after an undo.
            event.target.value = ''
          }}
        />
      </div>
      <div className="mt-1.5">
        <FieldNote id={noteId} help={texts.help(advice, texts.acceptedKinds)} error={error} />
      </div>
      {placed && (
        <CropDialog
          label={label}
          {...placed}
          shape={shape}
          isRound={isRound}
          tint={tint}
          onClose={() => setPlaced(null)}
          onDone={(done) => {
            setPlaced(null)
            onPick(done, null)
          }}
        />
      )}
    </fieldset>
  )
}
