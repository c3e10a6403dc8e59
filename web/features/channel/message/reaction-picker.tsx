import { SmilePlus } from 'lucide-react'

import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu } from '#web/ui/menu.tsx'

import { channelTexts as texts } from '../messages.ts'

const OFFERED = ['❤️', '👍', '😂', '🎉', '😮', '🙏', '🔥', '👏'] as const

/** A button that offers a row of emoji to react with. */
export function ReactionPicker({ onPick }: { onPick: (emoji: string) => void }) {
  return (
    <Menu
      isRow
      side="top"
      align="start"
      items={OFFERED.map((emoji) => ({
        id: emoji,
        label: (
          <>
            <span aria-hidden="true">{emoji}</span>
            <span className="sr-only">{texts.reactWith(emoji)}</span>
          </>
        ),
        onSelect: () => onPick(emoji),
      }))}
      // oxlint-disable-next-line react/no-unstable-nested-components -- a render prop, not a component
      trigger={(trigger) => (
        <IconButton
          {...trigger}
          label={texts.react}
          icon={<SmilePlus />}
          className="relative size-9 before:absolute before:-inset-1 [&>svg]:size-4.5"
        />
      )}
    />
  )
}
