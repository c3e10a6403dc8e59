import { ArrowBigUp, CirclePlay } from 'lucide-react'
import { type ReactNode, useId } from 'react'

import { chapterPath } from '#contract/live/live-address.ts'
import type { Question } from '#contract/live/live-session.ts'
import { clockText } from '#web/features/media/duration.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/link.tsx'

import { liveTexts } from '../messages.ts'

const texts = liveTexts.questions

interface QuestionCardProps {
  question: Question
  pageName: string
  /** The post with the recording; null: there is none. */
  replayPath: string | null
  /** null: votes are only shown. */
  onVote: (() => void) | null
  /** What its reader may do about it. */
  acts?: ReactNode
}

/** A question: how many want to hear it, what it is, who asked, and what was answered. */
export function QuestionCard({ question, pageName, replayPath, onVote, acts }: QuestionCardProps) {
  const { body, state, votes, hasVoted, answer, reason, chapter } = question
  const bodyId = useId()
  const isTaken = state === 'taken'
  const isShown = state === 'open' || isTaken || state === 'answered'
  return (
    <li
      className={classNames(
        'flex gap-4 py-4',
        isTaken && '-mx-4 rounded-card bg-champagne px-4 inset-ring inset-ring-champagne-line',
      )}
    >
      {isShown && (
        <div className="shrink-0">
          {onVote ? (
            <button
              type="button"
              aria-pressed={hasVoted}
              aria-describedby={bodyId}
              onClick={onVote}
              className="flex min-h-14 w-12 flex-col items-center justify-center rounded-control border border-line-strong/60 text-ink-soft transition-colors duration-120 hover:border-brand hover:text-brand aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand"
            >
              <ArrowBigUp aria-hidden="true" className={classNames('size-5', hasVoted && 'fill-current')} />
              <span aria-hidden="true" className="text-sm font-semibold tabular-nums">
                {votes}
              </span>
              <span className="sr-only">{texts.vote(votes)}</span>
            </button>
          ) : (
            <p className="flex w-12 flex-col items-center pt-1 text-ink-faint">
              <span aria-hidden="true" className="text-base font-semibold tabular-nums">
                {votes}
              </span>
              <ArrowBigUp aria-hidden="true" className="size-4" />
              <span className="sr-only">{texts.votes(votes)}</span>
            </p>
          )}
        </div>
      )}
      <div className="min-w-0 flex-1">
        {isTaken && <p className="mb-1 text-sm font-semibold">{texts.now}</p>}
        <p
          id={bodyId}
          dir="auto"
          className={classNames(
            'text-start text-lg leading-snug wrap-break-word whitespace-pre-line',
            body === '' && 'text-ink-faint italic',
          )}
        >
          {body === '' ? texts.withdrawn : body}
        </p>
        {isShown && <Asker question={question} />}
        {chapter && replayPath !== null && (
          <Link
            to={chapterPath(replayPath, chapter)}
            aria-describedby={bodyId}
            className="mt-1 inline-flex min-h-11 items-center gap-2 text-base font-semibold text-brand hover:underline"
          >
            <CirclePlay aria-hidden="true" className="size-5" />
            {texts.watch(clockText(chapter.second))}
          </Link>
        )}
        {state === 'held' && <p className="mt-1 text-sm text-ink-faint">{texts.stateHeld}</p>}
        {state === 'declined' && (
          <p dir="auto" className="mt-1 text-start text-sm wrap-break-word text-ink-faint">
            {texts.stateDeclined(reason)}
          </p>
        )}
        {answer !== '' && (
          <div className="mt-3 border-s-2 border-brand ps-4">
            <p className="text-sm font-semibold text-brand">{texts.answerBy(pageName)}</p>
            <p dir="auto" className="mt-1 text-start text-base wrap-break-word whitespace-pre-line">
              {answer}
            </p>
          </div>
        )}
        {acts}
      </div>
    </li>
  )
}

function Asker({ question: { isAnonymous, asker } }: { question: Question }) {
  const name = isAnonymous ? texts.anonymous : (asker?.name ?? texts.former)
  return (
    <p className="mt-1.5 flex items-center gap-2 text-sm text-ink-faint">
      {asker && <Avatar name={asker.name} src={asker.profileImage} size={32} className="-my-1 scale-75" />}
      <bdi className="truncate">{name}</bdi>
    </p>
  )
}
