import { ArrowLeft, ArrowRight, Captions, Ellipsis, PanelTop, Trash2 } from 'lucide-react'

import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { MenuItem } from '#web/ui/menu-item.ts'
import { Menu, type MenuTriggerProps } from '#web/ui/menu.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'

import { writeTexts } from '../messages.ts'
import { isUnderWay, type MediaItem } from './media-items.ts'
import { MediumPicture } from './medium-picture.tsx'

const texts = writeTexts.inText

export type PictureTileProps = {
  /** null: it isn't part of the post any more. */
  item: MediaItem | null
  number: number
  of: number
  /** Of six; null: it stands alone, in its own shape. */
  span: 2 | 3 | null
  onDescribe: () => void
  onUseAsCover: (item: MediaItem) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
  onRetry: () => void
}

/** One picture of the text, with its actions in a corner. */
export function PictureTile({ item, number, of, span, ...on }: PictureTileProps) {
  const shape = span === 3 ? 'col-span-3 aspect-4/3' : span === 2 ? 'col-span-2 aspect-square' : 'min-h-40'
  return (
    <div className={classNames('relative overflow-hidden rounded-control bg-wash', shape)}>
      {item === null ? (
        <p className="grid size-full place-items-center p-4 text-center text-sm text-ink-soft">
          {texts.missing}
        </p>
      ) : (
        <MediumPicture
          item={item}
          isLarge
          className={span === null ? 'max-h-[80dvh] min-h-40 w-full' : 'size-full'}
        />
      )}
      <div className="absolute end-2 top-2">
        <Menu items={itemsFor(item, { number, of }, on)} trigger={openerOf(texts.actions(number, of))} />
      </div>
      {item !== null && <Standing item={item} onDescribe={on.onDescribe} onRetry={on.onRetry} />}
    </div>
  )
}

function openerOf(label: string) {
  return (trigger: MenuTriggerProps) => (
    <IconButton {...trigger} label={label} icon={<Ellipsis aria-hidden="true" />} variant="outlined" />
  )
}

/** How far it is, or what is missing. */
function Standing({
  item,
  onDescribe,
  onRetry,
}: {
  item: MediaItem
  onDescribe: () => void
  onRetry: () => void
}) {
  if (item.problem !== null)
    return (
      <div
        role="alert"
        className="absolute inset-x-2 bottom-2 flex flex-wrap items-center gap-2 rounded-control bg-paper-raised p-2 text-sm text-bad"
      >
        {item.problem}
        {item.state === 'stopped' && (
          <Button size="small" onClick={onRetry}>
            {writeTexts.media.retry}
          </Button>
        )}
      </div>
    )
  if (isUnderWay(item))
    return (
      <div className="absolute inset-x-3 bottom-3">
        <ProgressBar label={texts.uploading} percent={item.percent} />
      </div>
    )
  return (
    <div className="absolute inset-x-2 bottom-2 flex flex-col items-start gap-2">
      {item.medium?.note && (
        <p className="rounded-control bg-paper-raised p-2 text-sm text-ink-soft">{item.medium.note}</p>
      )}
      {item.alt.trim() === '' && (
        <Button size="small" onClick={onDescribe}>
          {texts.describe}
        </Button>
      )}
    </div>
  )
}

function itemsFor(
  item: MediaItem | null,
  { number, of }: { number: number; of: number },
  on: Pick<PictureTileProps, 'onDescribe' | 'onUseAsCover' | 'onMove' | 'onRemove'>,
): MenuItem[] {
  const removal: MenuItem = {
    id: 'remove',
    label: texts.remove,
    icon: <Trash2 />,
    isDanger: true,
    onSelect: on.onRemove,
  }
  if (item === null) return [removal]
  return [
    { id: 'describe', label: texts.describe, icon: <Captions />, onSelect: on.onDescribe },
    {
      id: 'cover',
      label: texts.cover,
      icon: <PanelTop />,
      isDisabled: item.medium?.state !== 'ready',
      onSelect: () => on.onUseAsCover(item),
    },
    ...(of === 1
      ? []
      : [
          {
            id: 'earlier',
            label: texts.earlier,
            icon: <ArrowLeft />,
            isDisabled: number === 1,
            startsGroup: true,
            onSelect: () => on.onMove(-1),
          },
          {
            id: 'later',
            label: texts.later,
            icon: <ArrowRight />,
            isDisabled: number === of,
            onSelect: () => on.onMove(1),
          },
        ]),
    { ...removal, startsGroup: true },
  ]
}
