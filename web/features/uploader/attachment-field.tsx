import { AudioLines, Clapperboard, ImagePlus, Link2 } from 'lucide-react'
import { type RefObject, useEffect, useId, useRef } from 'react'

import { Button } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/field.tsx'

import { AttachedFileCard } from './attached-file-card.tsx'
import { PickButton } from './pick-button.tsx'
import type { AttachmentInHand } from './use-attachment.ts'
import { VideoLinkField } from './video-link-field.tsx'

const ADD = [
  { kind: 'image', label: 'Add Image', Icon: ImagePlus },
  { kind: 'video', label: 'Add Video', Icon: Clapperboard },
  { kind: 'audio', label: 'Add Audio', Icon: AudioLines },
] as const

export type AttachmentFieldProps = {
  attachment: AttachmentInHand
  /** Why the post cannot go out with what is attached; shown at the field it is about. */
  error: string | null
}

/** One picture, video, audio or video link for the post, or the buttons to add it. */
export function AttachmentField({ attachment, error }: AttachmentFieldProps) {
  const { attached } = attachment
  const fieldRef = useRef<HTMLFieldSetElement>(null)
  useKeptFocus(fieldRef, attached?.type ?? null)
  return (
    <fieldset ref={fieldRef} tabIndex={-1} className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">Picture, video or audio</legend>
      {attached === null ? (
        <AddButtons attachment={attachment} />
      ) : attached.type === 'link' ? (
        <VideoLinkField
          url={attached.url}
          error={error}
          onChange={attachment.attachLink}
          onRemove={attachment.remove}
        />
      ) : (
        <AttachedFileCard attachment={attachment} attached={attached} error={error} />
      )}
    </fieldset>
  )
}

/** The button that was pressed is gone with what it brought: the focus goes to what took its place. */
function useKeptFocus(fieldRef: RefObject<HTMLFieldSetElement | null>, shown: 'file' | 'link' | null) {
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    const field = fieldRef.current
    const target = shown === 'link' ? field?.querySelector('input') : field
    target?.focus({ preventScroll: true })
  }, [fieldRef, shown])
}

function AddButtons({ attachment }: { attachment: AttachmentInHand }) {
  const noteId = useId()
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it stands in a fieldset already */}
      <div role="group" aria-label="Add" aria-describedby={noteId} className="flex flex-wrap gap-2">
        {ADD.map(({ kind, label, Icon }) => (
          <PickButton
            key={kind}
            kind={kind}
            label={label}
            icon={<Icon />}
            onPick={(file) => attachment.attachFile(kind, file)}
          />
        ))}
        <Button size="small" variant="quiet" icon={<Link2 />} onClick={() => attachment.attachLink('')}>
          Add a video link
        </Button>
      </div>
      <div className="mt-1.5">
        <FieldNote id={noteId} help="One for each post, up to 500 MB." error={attachment.problem} />
      </div>
    </>
  )
}
