import { SmilePlus } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'

import { IconButton } from '#web/ui/icon-button.tsx'
import { placeMenu } from '#web/ui/menu-place.ts'
import { nextIndex } from '#web/ui/roving-index.ts'

import { channelTexts as texts } from '../messages.ts'

const OFFERED = ['❤️', '👍', '😂', '🎉', '😮', '🙏', '🔥', '👏'] as const

/** A button that offers a row of emoji to react with. */
export function ReactionPicker({ onPick }: { onPick: (emoji: string) => void }) {
  const popupId = useId()
  const buttonRef = useRef<HTMLButtonElement>(null)
  const popupRef = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)

  function offered(): HTMLElement[] {
    return [...(popupRef.current?.querySelectorAll<HTMLElement>('button') ?? [])]
  }
  function move(event: KeyboardEvent) {
    const list = offered()
    const current = list.findIndex((each) => each === document.activeElement)
    const next = nextIndex(event.key, current, list.length, ['ArrowLeft', 'ArrowRight'])
    if (next === null) return
    event.preventDefault()
    list[next]?.focus()
  }

  return (
    <>
      <IconButton
        ref={buttonRef}
        label={texts.react}
        icon={<SmilePlus />}
        popoverTarget={popupId}
        aria-expanded={isOpen}
        className="size-9 before:absolute before:-inset-1 relative [&>svg]:size-4.5"
      />
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- focus goes to its buttons */}
      <div
        ref={popupRef}
        id={popupId}
        popover="auto"
        role="toolbar"
        aria-label={texts.react}
        onKeyDown={move}
        onBeforeToggle={({ newState }) => {
          if (newState === 'open') placeMenu(popupRef.current, buttonRef.current, 'start', 'top')
        }}
        onToggle={({ newState }) => {
          setIsOpen(newState === 'open')
          if (newState === 'open') offered()[0]?.focus()
        }}
        className="fixed inset-auto m-0! rounded-full border-0 bg-paper-raised p-1 shadow-float outline-none"
      >
        {OFFERED.map((emoji) => (
          <button
            key={emoji}
            type="button"
            aria-label={texts.reactWith(emoji)}
            onClick={() => {
              popupRef.current?.hidePopover()
              onPick(emoji)
            }}
            className="inline-grid size-10 place-items-center rounded-full text-xl transition-transform duration-120 hover:bg-wash hover:scale-110 motion-reduce:hover:scale-100"
          >
            {emoji}
          </button>
        ))}
      </div>
    </>
  )
}
