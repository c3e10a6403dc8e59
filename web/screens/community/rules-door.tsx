import { useState } from 'react'

import { getChannel } from '#contract/channels/routes.ts'
import type { Room } from '#contract/rooms/room.ts'
import { acceptCommunityRules, listRooms } from '#contract/rooms/routes.ts'
import { CallError } from '#web/api/call.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/error-state.tsx'

import type { Creator } from './community-address.ts'
import { communityTexts } from './messages.ts'

const texts = communityTexts.rules

/** What somebody accepts, once, before they enter the first room. */
export function RulesDoor({ creator, room, rules }: { creator: Creator; room: Room; rules: string }) {
  const acceptance = useMutation(acceptCommunityRules, { refreshes: [listRooms, getChannel] })
  const [problem, setProblem] = useState<string | null>(null)

  async function accept() {
    setProblem(null)
    try {
      await acceptance.mutateAsync({ input: { pageHandle: creator.pageHandle } })
    } catch (error) {
      setProblem(error instanceof CallError ? error.message : texts.failed)
    }
  }

  return (
    <div className="flex-1 overflow-y-auto px-4 py-8 sm:px-6 lg:py-16">
      <div className="mx-auto max-w-form">
        <p dir="auto" className="text-sm text-ink-faint">
          {room.name}
        </p>
        <h2 dir="auto" className="mt-1 font-display text-2xl text-balance wrap-break-word">
          {texts.title(creator.pageName)}
        </h2>
        <p
          dir="auto"
          className="mt-5 rounded-card border border-line bg-paper-raised p-5 text-base leading-relaxed wrap-break-word whitespace-pre-wrap"
        >
          {rules}
        </p>
        {problem !== null && <ErrorLine>{problem}</ErrorLine>}
        <Button
          variant="primary"
          className="mt-6"
          isLoading={acceptance.isPending}
          onClick={() => void accept()}
        >
          {texts.accept}
        </Button>
      </div>
    </div>
  )
}
