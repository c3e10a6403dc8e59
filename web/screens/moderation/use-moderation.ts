import { useState } from 'react'

import type { OutputOf } from '#contract/http/route.ts'
import { getModeration, updateModeration } from '#contract/moderation/calls.ts'
import { useMutation, useQuery } from '#web/api/queries.ts'
import { toast } from '#web/ui/toast.tsx'

import { moderationScreenTexts as texts } from './messages.ts'

export type Moderation = OutputOf<typeof getModeration>

/** The rules of a page: each change is shown at once and saved alone, and taken back when that fails. */
export function useModeration(pageHandle: string) {
  const known = useQuery(getModeration, { pageHandle })
  const saving = useMutation(updateModeration, { refreshes: [getModeration] })
  const [made, setMade] = useState<Partial<Moderation> | null>(null)
  const shown: Moderation | undefined = known.data && { ...known.data, ...made }

  /** Returns whether it was saved. */
  async function change(changes: Partial<Moderation>): Promise<boolean> {
    if (!shown) return false
    const all = { ...made, ...changes }
    setMade(all)
    try {
      // Resolves once the rules are refetched, so nothing jumps in between.
      await saving.mutateAsync({ input: { ...changes, pageHandle } })
      return true
    } catch (error) {
      toast.error(error instanceof Error ? error.message : texts.settings.notSaved)
      return false
    } finally {
      // Changed again in the meantime: the later change clears it.
      setMade((now) => (now === all ? null : now))
    }
  }
  return { known, shown, change, isSaving: saving.isPending }
}
