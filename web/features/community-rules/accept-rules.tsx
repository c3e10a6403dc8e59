import { useState } from 'react'

import { getChannel } from '#contract/channels/calls.ts'
import { acceptCommunityRules, listRooms } from '#contract/rooms/calls.ts'
import { CallError } from '#web/api/call.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/error-state.tsx'

import { communityRulesTexts as texts } from './messages.ts'

interface AcceptRulesProps {
  pageHandle: string
  rules: string
  /** What is on the button, and leads on. */
  label: string
}

/** The rules of a page's community, which are accepted once, before its first message is written. */
export function AcceptRules({ pageHandle, rules, label }: AcceptRulesProps) {
  const acceptance = useMutation(acceptCommunityRules, { refreshes: [listRooms, getChannel] })
  const [problem, setProblem] = useState<string | null>(null)

  async function accept() {
    setProblem(null)
    try {
      await acceptance.mutateAsync({ input: { pageHandle } })
    } catch (error) {
      setProblem(error instanceof CallError ? error.message : texts.failed)
    }
  }

  return (
    <>
      <p
        dir="auto"
        className="rounded-card border border-line bg-paper-raised p-5 text-start text-base leading-relaxed wrap-break-word whitespace-pre-wrap"
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
        {label}
      </Button>
    </>
  )
}
