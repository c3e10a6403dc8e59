import { ChevronDown, ChevronUp, GripVertical, PanelTop, X } from 'lucide-react'

import { ALT_MAX_LENGTH } from '#contract/media/rules.ts'
import { CaptionsField } from '#web/features/uploader/captions-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { writeTexts } from '../messages.ts'
import type { MediaItem } from './media-items.ts'
import { MediumPicture } from './medium-picture.tsx'

const texts = writeTexts.media

export type MediaRowProps = {
  item: MediaItem
  name: string
  isFirst: boolean
  isLast: boolean
  isDragged: boolean
  onDescribe: (alt: string) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
  onUseAsCover: () => void
  onRetry: () => void
  onRefresh: () => void
  onDragStart: () => void
  onDragEnd: () => void
  onDragOver: () => void
}

/** One medium of a draft, with its description and its place. */
export function MediaRow({ item, name, isFirst, isLast, isDragged, ...on }: MediaRowProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging is a second way to the buttons in it
    <li
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        on.onDragStart()
      }}
      onDragEnd={on.onDragEnd}
      onDragOver={(event) => {
        // Files from the desktop are the page's.
        if (event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        on.onDragOver()
      }}
      className={classNames(
        'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line bg-paper-raised p-2.5 sm:flex-nowrap',
        isDragged && 'opacity-50',
      )}
    >
      <GripVertical aria-hidden="true" className="size-5 shrink-0 cursor-grab text-ink-faint max-sm:hidden" />
      <MediumPicture item={item} className="size-16 shrink-0 rounded-control" />
      <div className="min-w-0 flex-1 max-sm:order-last max-sm:basis-full">
        {item.kind === 'image' ? (
          <TextField
            label={texts.alt(Number(name.replace(/\D/g, '')))}
            isLabelHidden
            placeholder={texts.altPlaceholder}
            value={item.alt}
            maxLength={ALT_MAX_LENGTH}
            onChange={(event) => on.onDescribe(event.target.value)}
          />
        ) : (
          <p className="truncate text-base">{item.file?.name ?? name}</p>
        )}
        <Progress item={item} name={name} onRetry={on.onRetry} />
        {item.kind !== 'image' && item.medium?.state === 'ready' && (
          <CaptionsField medium={item.medium} onChanged={on.onRefresh} />
        )}
      </div>
      <div className="flex shrink-0 max-sm:ms-auto">
        {item.kind === 'image' && (
          <IconButton
            label={texts.asCover(name)}
            icon={<PanelTop aria-hidden="true" />}
            disabled={item.medium?.state !== 'ready'}
            onClick={on.onUseAsCover}
          />
        )}
        <IconButton
          label={texts.earlier(name)}
          icon={<ChevronUp aria-hidden="true" />}
          disabled={isFirst}
          onClick={() => on.onMove(-1)}
        />
        <IconButton
          label={texts.later(name)}
          icon={<ChevronDown aria-hidden="true" />}
          disabled={isLast}
          onClick={() => on.onMove(1)}
        />
        <IconButton label={texts.remove(name)} icon={<X aria-hidden="true" />} onClick={on.onRemove} />
      </div>
    </li>
  )
}

function Progress({ item, name, onRetry }: { item: MediaItem; name: string; onRetry: () => void }) {
  if (item.problem !== null)
    return (
      <p role="alert" className="mt-1.5 flex flex-wrap items-center gap-3 text-sm text-bad">
        {item.problem}
        {item.state === 'stopped' && (
          <Button size="small" onClick={onRetry}>
            {texts.retry}
          </Button>
        )}
      </p>
    )
  if (item.state === 'sending')
    return (
      <div className="mt-2">
        <ProgressBar label={texts.uploading(name)} percent={item.percent} />
      </div>
    )
  if (item.state === 'waiting') return <p className="mt-1 text-sm text-ink-faint">{texts.waiting}</p>
  if (item.medium?.state === 'processing')
    return <p className="mt-1 text-sm text-ink-faint">{texts.preparing}</p>
  if (item.medium?.note) return <p className="mt-1 text-sm text-ink-soft">{item.medium.note}</p>
  return null
}
