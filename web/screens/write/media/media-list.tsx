import { ImagePlus } from 'lucide-react'
import { useState } from 'react'

import { Button } from '#web/ui/button.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'

import { writeTexts } from '../messages.ts'
import type { MediaItem } from './media-items.ts'
import { MediaRow } from './media-row.tsx'
import type { MediaInHand } from './use-media-items.ts'

const texts = writeTexts.media

/** "Picture 2": each kind is counted for itself. */
function nameOf(items: readonly MediaItem[], index: number): string {
  const kind = items[index]?.kind ?? 'image'
  const number = items.slice(0, index + 1).filter((item) => item.kind === kind).length
  return { image: texts.picture, video: texts.video, audio: texts.audio }[kind](number)
}

/** The pictures, videos and audio files below the text: in order, described, removable. */
export function MediaList({
  media,
  onAdd,
  onUseAsCover,
}: {
  media: MediaInHand
  onAdd: () => void
  onUseAsCover: (item: MediaItem) => void
}) {
  const items = media.items.filter(({ place }) => place === 'below')
  const [dragged, setDragged] = useState<number | null>(null)
  const [said, setSaid] = useState('')

  function move(from: number, to: number) {
    if (to < 0 || to >= items.length) return
    media.move(from, to)
    setSaid(texts.moved(nameOf(items, from), to + 1, items.length))
  }

  const addition = (
    <Button size="small" variant="quiet" icon={<ImagePlus />} className="-ms-3 text-ink-soft" onClick={onAdd}>
      {texts.addBelow}
    </Button>
  )
  if (items.length === 0 && media.notice === null)
    return <div className="mt-10 border-t border-line pt-4">{addition}</div>
  return (
    <section aria-labelledby="media-heading" className="mt-10 border-t border-line pt-6">
      <h2 id="media-heading" className="text-sm font-semibold">
        {texts.title}
      </h2>
      <p className="mt-0.5 text-sm text-ink-faint">{texts.help}</p>
      {media.notice && (
        <p role="alert" className="mt-2 text-sm font-medium text-bad">
          {media.notice}
        </p>
      )}
      <ul className="mt-4 space-y-3">
        {items.map((item, index) => (
          <MediaRow
            key={item.key}
            item={item}
            name={nameOf(items, index)}
            isFirst={index === 0}
            isLast={index === items.length - 1}
            isDragged={index === dragged}
            onDescribe={(alt) => media.describe(item.key, alt)}
            onMove={(by) => move(index, index + by)}
            onRemove={() => media.remove(item.key)}
            onUseAsCover={() => onUseAsCover(item)}
            onRetry={() => media.retry(item.key)}
            onRefresh={() => media.refresh(item.key)}
            onDragStart={() => setDragged(index)}
            onDragEnd={() => setDragged(null)}
            onDragOver={() => {
              if (dragged === null || dragged === index) return
              move(dragged, index)
              setDragged(index)
            }}
          />
        ))}
      </ul>
      <div className="mt-3">{addition}</div>
      <VisuallyHidden>
        <output>{said}</output>
      </VisuallyHidden>
    </section>
  )
}
