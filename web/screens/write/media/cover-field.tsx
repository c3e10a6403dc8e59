import { ImageUp, X } from 'lucide-react'
import { useRef } from 'react'

import { ALT_MAX_LENGTH } from '#contract/media/rules.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'

import { writeTexts } from '../messages.ts'
import { FilePicker } from './file-picker.tsx'
import { isUnderWay } from './media-items.ts'
import { MediumPicture } from './medium-picture.tsx'
import type { MediaInHand } from './use-media-items.ts'

const texts = writeTexts.cover

/** The picture above the post, which everyone may see. */
export function CoverField({ cover }: { cover: MediaInHand }) {
  const inputRef = useRef<HTMLInputElement>(null)
  const [item] = cover.items
  const picker = (
    <FilePicker
      inputRef={inputRef}
      label={texts.label}
      accept="image/*"
      isMultiple={false}
      onPick={cover.add}
    />
  )
  if (!item)
    return (
      <div>
        <Button
          size="small"
          variant="quiet"
          icon={<ImageUp />}
          onClick={() => inputRef.current?.click()}
          className="-ms-3 text-ink-soft"
        >
          {texts.add}
        </Button>
        {picker}
        {cover.notice && (
          <p role="alert" className="mt-1 text-sm text-bad">
            {cover.notice}
          </p>
        )}
      </div>
    )
  return (
    <div className="space-y-3">
      <div className="relative">
        <MediumPicture item={item} className="aspect-[2/1] w-full rounded-card" />
        <div className="absolute end-3 top-3 flex gap-2">
          <Button size="small" onClick={() => inputRef.current?.click()}>
            {texts.change}
          </Button>
          <IconButton
            label={texts.remove}
            icon={<X aria-hidden="true" />}
            variant="outlined"
            className="size-9"
            onClick={() => cover.remove(item.key)}
          />
        </div>
        {isUnderWay(item) && (
          <div className="absolute inset-x-4 bottom-4">
            <ProgressBar label={writeTexts.media.uploading(texts.label)} percent={item.percent} />
          </div>
        )}
      </div>
      {picker}
      {item.problem && (
        <p role="alert" className="flex flex-wrap items-center gap-3 text-sm text-bad">
          {item.problem}
          {item.state === 'stopped' && (
            <Button size="small" onClick={() => cover.retry(item.key)}>
              {writeTexts.media.retry}
            </Button>
          )}
        </p>
      )}
      {item.medium?.note && <p className="text-sm text-ink-soft">{item.medium.note}</p>}
      <input
        aria-label={texts.alt}
        aria-describedby="cover-is-public"
        placeholder={texts.alt}
        value={item.alt}
        maxLength={ALT_MAX_LENGTH}
        onChange={(event) => cover.describe(item.key, event.target.value)}
        className="min-h-11 w-full rounded-control bg-transparent text-sm text-ink placeholder:text-ink-faint"
      />
      <p id="cover-is-public" className="-mt-3 text-sm text-ink-faint">
        {texts.isPublic}
      </p>
    </div>
  )
}
