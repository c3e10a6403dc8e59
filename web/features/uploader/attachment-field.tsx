import { AudioLines, Clapperboard, ImagePlus, Link2 } from 'lucide-react'
import { type RefObject, useEffect, useId, useRef } from 'react'

import { Button } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/field.tsx'

import { AttachedFileCard } from './attached-file-card.tsx'
import { uploaderTexts as texts } from './messages.ts'
import { PickButton } from './pick-button.tsx'
import type { AttachmentInHand } from './use-attachment.ts'
import { VideoLinkField } from './video-link-field.tsx'

const ADD = [
  { kind: 'image', label: texts.add.image, Icon: ImagePlus },
  { kind: 'video', label: texts.add.video, Icon: Clapperboard },
  { kind: 'audio', label: texts.add.audio, Icon: AudioLines },
] as const

export type AttachmentFieldProps = {
  attachment: AttachmentInHand
  /** Why the post can't be published with its attachment; shown at the field it is about. */
  error: string | null
}

/** One picture, video, audio or video link for the post, or the buttons to add it. */
export function AttachmentField({ attachment, error }: AttachmentFieldProps) {
  const { attached } = attachment
  const fieldRef = useRef<HTMLFieldSetElement>(null)
  useKeptFocus(fieldRef, attached?.type ?? null)
  return (
    <fieldset ref={fieldRef} tabIndex={-1} className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{texts.title}</legend>
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

/** The pressed button is gone along with the file: focus goes to its replacement. */
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
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it stands in a fieldset already
        role="group"
        aria-label={texts.add.group}
        aria-describedby={noteId}
        className="flex flex-wrap gap-2"
      >
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
          {texts.add.link}
        </Button>
      </div>
      <div className="mt-1.5">
        <FieldNote id={noteId} help={texts.add.help} error={attachment.problem} />
      </div>
    </>
  )
}
