import { useState } from 'react'

import { linkedIn } from '#contract/channels/message-address.ts'
import type { Message } from '#contract/channels/message.ts'
import { useLocation } from '#web/routing/location.ts'

import { dayText } from '../chat-times.ts'
import { ChatMessage, type ChatSetting } from '../message/chat-message.tsx'
import { channelTexts } from '../messages.ts'
import { linesOf } from './chat-lines.ts'

const texts = channelTexts.chat

interface ChatLinesProps {
  /** The oldest first. */
  messages: readonly Message[]
  readSeq: number | null
  setting: ChatSetting
  onThread: ((seq: number) => void) | null
  /** One that was asked for here; null: none. */
  markedSeq?: number | null
}

/** Messages with the days they were written on, and where the new ones begin. */
export function ChatLines({ messages, readSeq, setting, onThread, markedSeq = null }: ChatLinesProps) {
  const linkedSeq = linkedIn(useLocation().hash)
  const [now] = useState(() => new Date())
  return (
    <ol>
      {linesOf(messages, { readSeq, ownId: setting.ownId }).map((line) => (
        <li key={line.key}>
          {line.kind === 'day' && (
            <p className="mt-6 flex items-center gap-3 px-4 text-xs font-medium text-ink-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line sm:px-6">
              {dayText(line.at, now)}
            </p>
          )}
          {line.kind === 'new' && (
            <p className="mt-4 flex items-center gap-3 px-4 text-xs font-semibold text-brand before:h-px before:flex-1 before:bg-brand/40 sm:px-6">
              {texts.newMessages}
            </p>
          )}
          {line.kind === 'message' && (
            <ChatMessage
              {...setting}
              message={line.message}
              isFirst={line.isFirst}
              isLinked={line.message.seq === linkedSeq || line.message.seq === markedSeq}
              onThread={onThread}
            />
          )}
        </li>
      ))}
    </ol>
  )
}
