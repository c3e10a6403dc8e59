import type { Message } from '#contract/channels/message.ts'
import { formatNumber } from '#contract/numbers.ts'

import { channelTexts as texts } from '../messages.ts'

export interface ReactionsProps {
  reactions: Message['reactions']
  /** null: only shown. */
  onToggle: ((emoji: string, isOwn: boolean) => void) | null
}

/** What readers felt about a message, each a button that joins in or steps back. */
export function Reactions({ reactions, onToggle }: ReactionsProps) {
  if (reactions.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-1.5">
      {reactions.map(({ emoji, count, isOwn }) => (
        <li key={emoji}>
          <button
            type="button"
            aria-pressed={isOwn}
            aria-label={texts.reaction(emoji, count)}
            disabled={onToggle === null}
            onClick={() => onToggle?.(emoji, isOwn)}
            className="relative inline-flex h-8 items-center gap-1.5 rounded-full border border-line bg-paper px-2.5 text-sm text-ink-soft tabular-nums transition-colors duration-120 before:absolute before:-inset-y-1.5 before:inset-x-0 not-disabled:hover:border-line-strong aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand"
          >
            <span aria-hidden="true">{emoji}</span>
            {formatNumber(count)}
          </button>
        </li>
      ))}
    </ul>
  )
}
