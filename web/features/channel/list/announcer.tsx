import { useEffect, useRef, useState } from 'react'

import type { Message } from '#contract/channels/message.ts'
import { channelMessages } from '#contract/channels/messages.ts'

import { shownParts } from '../message/body-parts.ts'
import { channelTexts } from '../messages.ts'

const texts = channelTexts.chat
/** What comes within this time is announced together. */
const TOGETHER_MS = 2000
const READ_ALOUD_MAX_LENGTH = 200

/**
 * Tells screen readers what others write while a list is open: one message in its words, several by their number. The
 * list itself is silent, or older messages that are loaded, reactions and buttons would be read out, too.
 */
export function Announcer({ messages, ownId }: { messages: readonly Message[]; ownId: string | undefined }) {
  const newest = Math.max(0, ...messages.map(({ seq }) => seq))
  const [said, setSaid] = useState('')
  const toldSeq = useRef(newest)
  const latest = useRef(messages)
  useEffect(() => {
    latest.current = messages
  })
  useEffect(() => {
    if (newest <= toldSeq.current) return undefined
    const timer = setTimeout(() => {
      const fresh = latest.current.filter(({ seq, author }) => seq > toldSeq.current && author?._id !== ownId)
      toldSeq.current = newest
      const [first] = fresh
      if (first) setSaid(fresh.length === 1 ? sentenceOf(first) : texts.newCount(fresh.length))
    }, TOGETHER_MS)
    return () => clearTimeout(timer)
  }, [newest, ownId])
  return <output className="sr-only">{said}</output>
}

function sentenceOf({ author, body, mentions, pollId }: Message): string {
  const name = author?.name ?? channelMessages.formerMember
  const words = shownParts(body, mentions, channelMessages.formerMember)
    .map(({ text }) => text)
    .join('')
  const shows = pollId === null ? channelTexts.pictures.label : channelTexts.poll
  return texts.said(name, words === '' ? shows : words.slice(0, READ_ALOUD_MAX_LENGTH))
}
