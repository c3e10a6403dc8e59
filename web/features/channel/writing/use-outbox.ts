import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'

import { getChannel, writeMessage } from '#contract/channels/calls.ts'
import { call, CallError } from '#web/api/call.ts'
import { isOnline, onBackOnline } from '#web/api/online.ts'
import { refresh } from '#web/api/refresh.ts'

import { addMessage } from '../list/cached-messages.ts'
import { toBody } from '../message/body-parts.ts'
import { channelTexts as texts } from '../messages.ts'
import { addUnsent, changeUnsent, dropUnsent, readOutbox, subscribeToOutbox, type Unsent } from './outbox.ts'

const AGAIN_AFTER_MS = 3000
const NOTHING: readonly Unsent[] = []

/** One at a time, in the order they were written. */
let isSending = false

/**
 * What was written in a channel and isn't at the server yet, and the way to send more. A lost line delays messages; none
 * is lost, and none is there twice.
 */
export function useOutbox(channelId: string) {
  const client = useQueryClient()
  const all = useSyncExternalStore(subscribeToOutbox, readOutbox, () => NOTHING)

  useEffect(() => {
    void sendWaiting()
    const timer = setInterval(() => void sendWaiting(), AGAIN_AFTER_MS)
    const stop = onBackOnline(() => void sendWaiting())
    return () => {
      clearInterval(timer)
      stop()
    }
  })

  async function sendWaiting(): Promise<void> {
    if (isSending || !isOnline()) return
    isSending = true
    try {
      for (let next = nextWaiting(); next; next = nextWaiting()) if (!(await sendOne(next))) return
    } finally {
      isSending = false
    }
  }

  /** Answers whether the server could be reached. */
  async function sendOne(unsent: Unsent): Promise<boolean> {
    const { clientKey, rootSeq, quotedSeq = null, mediaIds, body, people } = unsent
    changeUnsent(clientKey, { state: 'sending', problem: null })
    try {
      const said = { rootSeq, quotedSeq, mediaIds, body: toBody(body, people) }
      const message = await call(writeMessage, { channelId: unsent.channelId, clientKey, ...said })
      dropUnsent(clientKey)
      addMessage(client, unsent.channelId, message)
      void refresh(client, [getChannel])
      return true
    } catch (error) {
      const isUnreached = error instanceof CallError && (error.code === 'offline' || error.status >= 500)
      if (isUnreached) changeUnsent(clientKey, { state: 'waiting' })
      else
        changeUnsent(clientKey, {
          state: 'failed',
          problem: error instanceof CallError ? error.message : texts.notDone,
        })
      return !isUnreached
    }
  }

  return {
    unsent: all.filter((each) => each.channelId === channelId),
    send(message: Pick<Unsent, 'rootSeq' | 'quotedSeq' | 'body' | 'mediaIds' | 'people'>) {
      addUnsent({
        ...message,
        channelId,
        clientKey: crypto.randomUUID(),
        state: isOnline() ? 'sending' : 'waiting',
        problem: null,
      })
      void sendWaiting()
    },
    again(clientKey: string) {
      changeUnsent(clientKey, { state: 'waiting', problem: null })
      void sendWaiting()
    },
    discard: dropUnsent,
  }
}

function nextWaiting(): Unsent | undefined {
  return readOutbox().find(({ state }) => state !== 'failed')
}
