import { ImagePlus, RotateCw, Trash2 } from 'lucide-react'
import { useRef, useState, useSyncExternalStore } from 'react'

import {
  describePicture,
  readPictures,
  retryPicture,
  subscribeToPictures,
} from '#web/features/channel/writing/pictures-in-hand.ts'
import { DescribeDialog } from '#web/features/uploader/describe-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/error-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'

import { pollTexts } from './messages.ts'
import { dropInHand, type OptionSlot, pickFor } from './option-slots.ts'

const texts = pollTexts.dialog.picture

/** The picture that an option's slot has in hand. */
function useInHand({ draftKey }: OptionSlot) {
  const all = useSyncExternalStore(subscribeToPictures, readPictures)
  return all.find((each) => each.draftKey === draftKey) ?? null
}

/** Adds a picture to an option, where it has none. */
export function AddOptionPicture({
  slot,
  number,
  onProblem,
}: {
  slot: OptionSlot
  number: number
  onProblem: (problem: string | null) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const inHand = useInHand(slot)
  if (inHand || slot.kept) return null
  return (
    <>
      <IconButton
        label={texts.add(number)}
        icon={<ImagePlus />}
        onClick={() => input.current?.click()}
        className="text-ink-faint"
      />
      <input
        ref={input}
        type="file"
        accept="image/*"
        className="hidden"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onProblem(pickFor(slot, file))
          // The same file may be chosen again after it was removed.
          target.value = ''
        }}
      />
    </>
  )
}

/** The picture of an option that is being written: how far it is, what it shows, and a way to take it out. */
export function OptionPicture({
  slot,
  number,
  onForget,
}: {
  slot: OptionSlot
  number: number
  /** It has none any more. */
  onForget: () => void
}) {
  const [isDescribing, setIsDescribing] = useState(false)
  const inHand = useInHand(slot)
  const { kept } = slot
  const src = inHand?.previewUrl ?? kept?.src ?? kept?.srcSet.at(0)?.url
  if (!inHand && !kept) return null
  const isUnderWay = inHand !== null && inHand.state !== 'arrived' && inHand.problem === null
  const isDescribed = inHand !== null && inHand.alt.trim() !== ''
  return (
    <div className="mt-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <img
          src={src}
          alt={inHand?.alt || kept?.alt || texts.of(number)}
          className="h-16 w-24 shrink-0 rounded-control bg-wash object-cover"
        />
        {isUnderWay && (
          <div className="w-24">
            <ProgressBar label={texts.uploading(number)} percent={inHand.percent} />
          </div>
        )}
        {inHand?.state === 'arrived' && inHand.problem === null && (
          <Button size="small" variant="quiet" onClick={() => setIsDescribing(true)}>
            {isDescribed ? texts.described : texts.describe}
          </Button>
        )}
        {inHand?.state === 'stopped' && (
          <Button size="small" variant="quiet" icon={<RotateCw />} onClick={() => retryPicture(inHand.key)}>
            {texts.retry}
          </Button>
        )}
        <IconButton
          label={texts.remove(number)}
          icon={<Trash2 />}
          onClick={() => {
            dropInHand(slot)
            onForget()
          }}
        />
      </div>
      {inHand?.problem && <ErrorLine>{inHand.problem}</ErrorLine>}
      <DescribeDialog
        alt={isDescribing && inHand ? inHand.alt : null}
        onDescribe={(alt) => inHand && describePicture(inHand.key, alt)}
        onClose={() => setIsDescribing(false)}
      />
    </div>
  )
}
