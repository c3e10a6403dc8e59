import { useState } from 'react'

import {
  changeNotificationChoice,
  getNotificationChoices,
  getNotificationPreferences,
  listPageChoices,
} from '#contract/notifications/calls.ts'
import type { Choice, NoticeTopic } from '#contract/notifications/kinds.ts'
import { useMutation } from '#web/api/queries.ts'
import { choiceTexts as texts } from '#web/features/notification-choices/messages.ts'
import { toast } from '#web/ui/toast.tsx'

/** The switches above show some of the same choices. */
const SHOWN = [getNotificationChoices, listPageChoices, getNotificationPreferences]

/** Saves choices as they are made: shown at once, and taken back when saving fails. */
export function useChoices() {
  const save = useMutation(changeNotificationChoice, { refreshes: SHOWN })
  const [made, setMade] = useState<ReadonlyMap<string, Partial<Choice>>>(new Map())

  async function choose(of: { topic: NoticeTopic; pageHandle?: string }, changes: Partial<Choice>) {
    const key = keyOf(of)
    setMade((before) => new Map(before).set(key, { ...before.get(key), ...changes }))
    try {
      await save.mutateAsync({ input: { ...of, ...changes } })
    } catch (error) {
      toast.error(error instanceof Error ? error.message : texts.notSaved)
    }
    setMade((now) => {
      const left = new Map(now)
      left.delete(key)
      return left
    })
  }

  return {
    choose,
    shown: (of: { topic: NoticeTopic; pageHandle?: string }, saved: Choice): Choice => ({
      bell: saved.bell,
      mail: saved.mail,
      push: saved.push,
      ...made.get(keyOf(of)),
    }),
  }
}

function keyOf({ topic, pageHandle = '' }: { topic: NoticeTopic; pageHandle?: string }): string {
  return `${topic} ${pageHandle}`
}
