import { ImagePlus, X } from 'lucide-react'
import { useState } from 'react'

import { PICTURE_CAPTION_MAX_LENGTH, PICTURES_PER_BLOCK } from '#contract/posts/limits.ts'
import { gallerySpans } from '#web/features/post-pictures/gallery-rows.ts'
import { DescribeDialog } from '#web/features/uploader/describe-dialog.tsx'
import type { PictureBlock as Block } from '#web/features/writer/nodes/picture-blocks.ts'
import { Button } from '#web/ui/button.tsx'

import { writeTexts } from '../messages.ts'
import { type MediaItem, moved } from './media-items.ts'
import { PictureTile } from './picture-tile.tsx'
import type { MediaInHand } from './use-media-items.ts'

const texts = writeTexts.inText

/** A picture in the text, or a gallery: as readers see it, with what can be done with each. */
export function PictureBlock({
  block,
  media,
  onAdd,
  onUseAsCover,
}: {
  block: Block
  media: MediaInHand
  /** Asks for more pictures, to stand with these. */
  onAdd: () => void
  onUseAsCover: (item: MediaItem) => void
}) {
  const { keys, caption } = block
  const [describedKey, setDescribedKey] = useState<string | null>(null)
  const spans = gallerySpans(keys.length)
  const isOne = keys.length === 1
  return (
    <>
      <div className={isOne ? '' : 'grid grid-cols-6 gap-1.5 sm:gap-2'}>
        {keys.map((key, index) => (
          <PictureTile
            key={key}
            item={media.items.find((item) => item.key === key) ?? null}
            number={index + 1}
            of={keys.length}
            span={isOne ? null : (spans[index] ?? 2)}
            onDescribe={() => setDescribedKey(key)}
            onUseAsCover={onUseAsCover}
            onMove={(by) => block.change({ keys: moved(keys, index, index + by) })}
            onRemove={() => (isOne ? block.remove() : block.change({ keys: keys.toSpliced(index, 1) }))}
            onRetry={() => media.retry(key)}
          />
        ))}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape leads back from its controls to the text */}
      <div
        className="mt-1.5 flex flex-wrap items-center gap-x-2"
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          block.select()
        }}
      >
        <input
          aria-label={texts.caption}
          placeholder={texts.captionPlaceholder}
          dir="auto"
          value={caption}
          maxLength={PICTURE_CAPTION_MAX_LENGTH}
          onChange={(event) => block.change({ caption: event.target.value })}
          className="min-h-11 min-w-0 flex-1 basis-full rounded-control sm:basis-48 bg-transparent text-sm text-ink-soft placeholder:text-ink-faint"
        />
        {keys.length < PICTURES_PER_BLOCK && (
          <Button size="small" variant="quiet" icon={<ImagePlus />} onClick={onAdd}>
            {texts.add}
          </Button>
        )}
        {!isOne && (
          <Button size="small" variant="quiet" icon={<X />} onClick={block.remove}>
            {texts.removeBlock}
          </Button>
        )}
      </div>
      <DescribeDialog
        alt={media.items.find((item) => item.key === describedKey)?.alt ?? null}
        onDescribe={(alt) => describedKey !== null && media.describe(describedKey, alt)}
        onClose={() => setDescribedKey(null)}
      />
    </>
  )
}
