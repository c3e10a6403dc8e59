import { useQueryClient } from '@tanstack/react-query'
import { Hand } from 'lucide-react'
import type { ReactNode } from 'react'

import type { WhyNot } from '#contract/channels/rules.ts'
import { takeQuestionVoteBack, voteForQuestion } from '#contract/live/calls.ts'
import type { LiveSession, Question } from '#contract/live/live-session.ts'
import { isUnderWay } from '#contract/live/rules.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'

import { liveTexts } from '../messages.ts'
import { ChatRules } from '../room/chat-rules.tsx'
import { AskForm } from './ask-form.tsx'
import { keepQuestion } from './known-questions.ts'
import { QuestionActs, ReportButton, WithdrawButton } from './question-acts.tsx'
import { QuestionCard } from './question-card.tsx'
import { useQuestions } from './use-questions.ts'

const texts = liveTexts.questions

interface QuestionListProps {
  session: LiveSession
  pageName: string
  /** The chat says whether the viewer may write. */
  mayAsk: boolean
  /** And why not. */
  whyNot: WhyNot | null
  /** The rules to accept stand beside the questions already. */
  areRulesBeside: boolean
  /** Its reader answers, declines and takes. */
  isDesk: boolean
}

/** The questions of a session: those that wait, those answered, and a field to ask one. */
export function QuestionList({
  session,
  pageName,
  mayAsk,
  whyNot,
  areRulesBeside,
  isDesk,
}: QuestionListProps) {
  const client = useQueryClient()
  const { _id: id, state, questions: setting, asked, unshown } = session
  const waiting = useQuestions(id, 'waiting')
  const answered = useQuestions(id, 'answered')
  const held = useQuestions(id, 'held', isDesk)
  const own = useQuestions(id, 'own')
  const isOpen = isUnderWay(state)
  const setAside = (own.questions ?? []).filter((each) => each.state === 'held' || each.state === 'declined')
  const lists = [waiting, answered]
  const error = waiting.error ?? answered.error
  const taken = waiting.questions?.find((each) => each.state === 'taken')

  async function vote(question: Question) {
    const { hasVoted, votes, _id: questionId } = question
    keepQuestion(client, id, { ...question, hasVoted: !hasVoted, votes: votes + (hasVoted ? -1 : 1) })
    try {
      keepQuestion(client, id, await call(hasVoted ? takeQuestionVoteBack : voteForQuestion, { questionId }))
    } catch (failure) {
      keepQuestion(client, id, question)
      toast.error(failure instanceof Error ? failure.message : liveTexts.notDone)
    }
  }

  function card(question: Question) {
    const mayVote = isOpen && (question.state === 'open' || question.state === 'taken') && !question.isOwn
    const mayWithdraw = question.isOwn && question.state !== 'answered' && !isDesk
    return (
      <QuestionCard
        key={question._id}
        question={question}
        pageName={pageName}
        replayPath={session.replayPath}
        onVote={mayVote ? () => void vote(question) : null}
        acts={
          isDesk ? (
            <QuestionActs session={session} question={question} />
          ) : mayWithdraw ? (
            <WithdrawButton session={session} question={question} />
          ) : (
            !question.isOwn && <ReportButton question={question} />
          )
        }
      />
    )
  }

  if (setting === 'off' && asked === 0)
    return <EmptyState icon={<Hand />} title={texts.noneOff} className="border-none" />
  if (error && lists.some(({ questions }) => !questions))
    return (
      <ErrorState
        title={texts.failed}
        onRetry={() => {
          for (const list of lists) list.refetch()
        }}
        isRetrying={lists.some(({ isFetching }) => isFetching)}
      >
        {error.message}
      </ErrorState>
    )
  const isNone =
    waiting.questions?.length === 0 &&
    answered.questions?.length === 0 &&
    !held.questions?.length &&
    setAside.length === 0

  return (
    <div className="flex flex-col gap-6">
      {isOpen && setting !== 'off' && mayAsk && !session.isOwner && <AskForm session={session} />}
      {isOpen &&
        setting !== 'off' &&
        whyNot === 'rules' &&
        (areRulesBeside && state === 'open' ? null : areRulesBeside ? (
          <p className="rounded-card bg-wash px-4 py-3 text-base text-ink-soft">{texts.rulesFirst}</p>
        ) : (
          <ChatRules pageHandle={session.pageHandle} pageName={pageName} />
        ))}
      <p aria-live="polite" className="sr-only">
        {taken ? texts.newNow(taken.body) : ''}
      </p>
      {!waiting.questions || !answered.questions ? (
        <SkeletonList label={texts.loading} count={4} />
      ) : isNone ? (
        <EmptyState
          icon={<Hand />}
          title={state === 'ended' ? texts.noneAnswered : texts.none}
          className="border-none"
        >
          {isOpen && !session.isOwner && mayAsk && texts.noneHelp}
        </EmptyState>
      ) : (
        <>
          {asked > 0 && (
            <p className="text-sm text-ink-faint">
              {unshown > 0 ? texts.counts(asked, unshown) : texts.count(asked)}
            </p>
          )}
          <Part title={texts.held} rows={isDesk ? held.questions : []} list={held} card={card} />
          <Part title={texts.own} rows={isDesk ? [] : setAside} card={card} />
          <Part title={texts.waiting} rows={waiting.questions} list={waiting} card={card} />
          <Part title={texts.answered} rows={answered.questions} list={answered} card={card} />
        </>
      )}
    </div>
  )
}

interface PartProps {
  title: string
  rows: readonly Question[] | undefined
  list?: Pick<ReturnType<typeof useQuestions>, 'hasMore' | 'isLoadingMore' | 'showMore'>
  card: (question: Question) => ReactNode
}

function Part({ title, rows, list, card }: PartProps) {
  if (!rows || rows.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 className="text-sm font-semibold text-ink-soft">{title}</h2>
      <ul className="mt-1 divide-y divide-line">{rows.map(card)}</ul>
      {list?.hasMore && (
        <Button size="small" className="mt-2" isLoading={list.isLoadingMore} onClick={list.showMore}>
          {texts.more}
        </Button>
      )}
    </section>
  )
}
