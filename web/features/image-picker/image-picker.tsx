import { Camera, Crop, ImageUp, Trash2, Undo2 } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'

import { mediaFailures } from '#contract/media/failures.ts'
import { mediaMessages } from '#contract/media/messages.ts'
import { PICTURE_MAX_BYTES } from '#contract/media/rules.ts'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { isHeic } from '#web/features/uploader/file-kinds.ts'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { FieldNote } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { MenuItem } from '#web/ui/menu-item.ts'
import { Menu } from '#web/ui/menu.tsx'

import type { CropDialogProps } from './crop-dialog.tsx'
import type { Size } from './crop-view.ts'
import { imagePickerTexts as texts } from './messages.ts'
import type { PickedPicture } from './picked-picture.ts'

const CropDialog = lazyPart<CropDialogProps>(async () => (await import('./crop-dialog.tsx')).CropDialog)

/** The accepted types; `acceptedKinds` names them in words. */
const ACCEPTED_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']

export type ImagePickerProps = {
  label: string
  /** Advice on the picture, before the accepted kinds; without any, one button stands on the picture itself. */
  advice?: string
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
  className?: string
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
  className,
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

  const choose = {
    id: 'choose',
    label: <RichText text={(isPicked ? texts.chooseAnother : texts.choose)(label)} />,
    icon: <ImageUp />,
    onSelect: () => inputRef.current?.click(),
  }
  const others: (MenuItem & { onSelect: () => void })[] = []
  if (picked)
    others.push(
      {
        id: 'adjust',
        label: <RichText text={texts.adjust(label)} />,
        icon: <Crop />,
        onSelect: () => setPlaced({ file: picked.file, start: picked.view }),
      },
      {
        id: 'undo',
        label: <RichText text={texts.undo(label)} />,
        icon: <Undo2 />,
        onSelect: () => onPick(null, null),
      },
    )
  else if (isRemovable)
    others.push({
      id: 'remove',
      label: <RichText text={(isRemoved ? texts.keep : texts.remove)(label)} />,
      icon: isRemoved ? <Undo2 /> : <Trash2 />,
      onSelect: () => onRemove?.(!isRemoved),
    })

  const fileInput = (
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
  )
  const cropDialog = placed && (
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
  )

  if (advice === undefined)
    return (
      <div className={className}>
        {preview}
        <OnPicture label={label} choose={choose} others={others} isRound={isRound} />
        {fileInput}
        {cropDialog}
      </div>
    )
  return (
    <fieldset className={classNames('min-w-0', className)}>
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="flex flex-wrap items-center gap-4">
        {preview}
        <div className="flex flex-wrap gap-2">
          <Button size="small" icon={choose.icon} aria-describedby={noteId} onClick={choose.onSelect}>
            {choose.label}
          </Button>
          {others.map(({ id, label: action, onSelect }) => (
            <Button
              key={id}
              size="small"
              variant={id === 'adjust' ? 'secondary' : 'quiet'}
              onClick={onSelect}
            >
              {action}
            </Button>
          ))}
        </div>
        {fileInput}
      </div>
      <div className="mt-1.5">
        <FieldNote id={noteId} help={texts.help(advice, texts.acceptedKinds)} error={error} />
      </div>
      {cropDialog}
    </fieldset>
  )
}

/** One button on the picture: it opens the files, or where there is more to do, a menu. */
function OnPicture({
  label,
  choose,
  others,
  isRound,
}: {
  label: string
  choose: MenuItem & { onSelect: () => void }
  others: MenuItem[]
  isRound: boolean
}) {
  const button = {
    label: texts.change(label),
    icon: <Camera aria-hidden="true" />,
    variant: 'outlined' as const,
    className: classNames('absolute! shadow-float', isRound ? '-end-1 -bottom-1' : 'end-3 top-3'),
  }
  if (others.length === 0) return <IconButton {...button} onClick={choose.onSelect} />
  return (
    <Menu
      items={[choose, ...others]}
      // oxlint-disable-next-line react/no-unstable-nested-components -- a render prop, not a component
      trigger={(trigger) => <IconButton {...button} {...trigger} />}
    />
  )
}
