import { type SubmitEvent, useId, useState } from 'react'

import { pollMessages } from '#contract/polls/messages.ts'
import type { Poll } from '#contract/polls/poll.ts'
import { takeVoteBack, vote } from '#contract/polls/calls.ts'
import { CallError } from '#web/api/call.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { loginPath } from '#web/features/sign-in/own-path.ts'
import { useLocation } from '#web/routing/location.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/error-state.tsx'
import { toast } from '#web/ui/toast.tsx'

import { pollTexts as texts } from './messages.ts'
import { choicesText, stateText, termsOf } from './poll-lines.ts'
import { PollOptions } from './poll-options.tsx'
import { PollTools } from './poll-tools.tsx'

/** What a poll asks, and, for those who may vote, how; with totals as soon as they may be seen. */
export function PollCard({
  poll,
  onChanged,
  onStale,
}: {
  poll: Poll
  onChanged: (poll: Poll) => void
  /** It is no longer what it was. */
  onStale: () => void
}) {
  const name = useId()
  const here = useLocation()
  const [isChanging, setIsChanging] = useState(false)
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const casting = useMutation(vote)
  const taking = useMutation(takeVoteBack)
  const { _id: pollId, choicesMin, choicesMax, own, whyNot } = poll
  const isOpen = poll.state === 'open'
  const mayVote = isOpen && whyNot === null
  const isBallot = mayVote && (own === null || isChanging)
  const isSingle = choicesMax === 1
  const shown = isBallot ? chosen : (own?.options ?? [])

  function choose(index: number, isOn: boolean) {
    setProblem(null)
    if (isSingle) setChosen([index])
    else setChosen(isOn ? [...chosen, index] : chosen.filter((each) => each !== index))
  }

  async function change(work: () => Promise<Poll>, said: string) {
    setProblem(null)
    try {
      onChanged(await work())
      setIsChanging(false)
      toast.success(said)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error.message)
      if (error.code === 'poll_changed') setChosen([])
      if (error.code !== 'choices_wrong') onStale()
    }
  }

  function cast(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (casting.isPending) return
    if (chosen.length < choicesMin) return setProblem(pollMessages.votesChosen)
    void change(
      () => casting.mutateAsync({ input: { pollId, options: [...chosen], revision: poll.revision } }),
      texts.voted,
    )
  }

  const way = isOpen && whyNot !== null ? texts.ways[whyNot] : null
  return (
    <>
      <form onSubmit={cast} noValidate>
        <fieldset className="min-w-0">
          <legend dir="auto" className="w-full text-lg leading-snug font-semibold text-ink wrap-break-word">
            {poll.question}
          </legend>
          <p className="mt-1 text-sm text-ink-faint">
            {stateText(poll)}
            {isBallot && ` · ${choicesText(poll)}`}
          </p>
          <PollOptions
            poll={poll}
            name={name}
            own={isBallot ? [] : shown}
            ballotOf={
              isBallot
                ? (index) => ({
                    isSingle,
                    isOn: chosen.includes(index),
                    isFull: !isSingle && chosen.length >= choicesMax,
                    onChange: (isOn) => choose(index, isOn),
                  })
                : null
            }
          />
        </fieldset>
        {poll.voterCount !== null && poll.state !== 'draft' && (
          <p className="mt-3 text-sm text-ink-faint tabular-nums">
            {poll.voterCount === 0 ? texts.noVotes : texts.voters(poll.voterCount)}
          </p>
        )}
        {problem !== null && <ErrorLine>{problem}</ErrorLine>}
        {isOpen && whyNot !== null && (
          <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
            {way !== null && (
              <Button
                size="small"
                to={
                  whyNot === 'signed_out'
                    ? loginPath(here.pathname + here.search)
                    : whyNot === 'followers'
                      ? `/${poll.pageHandle}`
                      : `/${poll.pageHandle}/membership`
                }
              >
                {way}
              </Button>
            )}
            {whyNot !== 'signed_out' && (
              <p className="text-sm text-ink-soft">{pollMessages.noVote[whyNot]}</p>
            )}
          </div>
        )}
        {isBallot && (
          <div className="mt-4 flex flex-wrap items-center gap-2">
            <Button type="submit" variant="primary" isLoading={casting.isPending}>
              {own === null ? texts.vote : texts.saveVote}
            </Button>
            {own !== null && (
              <Button variant="quiet" onClick={() => setIsChanging(false)}>
                {texts.keepVote}
              </Button>
            )}
          </div>
        )}
        {mayVote && own !== null && !isBallot && poll.mayChange && (
          <div className="mt-4 flex flex-wrap items-center gap-2">
            <Button
              size="small"
              onClick={() => {
                setChosen(own.options)
                setIsChanging(true)
              }}
            >
              {texts.change}
            </Button>
            <Button
              size="small"
              variant="quiet"
              isLoading={taking.isPending}
              onClick={() => {
                setChosen([])
                void change(() => taking.mutateAsync({ input: { pollId } }), texts.takenBack)
              }}
            >
              {texts.takeBack}
            </Button>
          </div>
        )}
        {poll.state !== 'closed' && <p className="mt-3 text-sm text-ink-faint">{termsOf(poll)}</p>}
      </form>
      <PollTools poll={poll} onChanged={onChanged} />
    </>
  )
}
