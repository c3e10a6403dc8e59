import { useQueryClient } from '@tanstack/react-query'
import { Flag } from 'lucide-react'
import { type ReactNode, type SubmitEvent, Suspense, useState } from 'react'

import { actOnQuestion, withdrawQuestion } from '#contract/live/calls.ts'
import type { LiveSession, Question } from '#contract/live/live-session.ts'
import {
  ANSWER_MAX_LENGTH,
  DECLINE_REASON_MAX_LENGTH,
  mayActOn,
  type QuestionAct,
} from '#contract/live/rules.ts'
import { call } from '#web/api/call.ts'
import { forgetDraft, keepDraft, readDraft } from '#web/features/channel/writing/drafts.ts'
import { reportTexts } from '#web/features/report/messages.ts'
import { ReportDialog } from '#web/features/report/report-part.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorLine } from '#web/ui/error-state.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.tsx'

import { liveTexts } from '../messages.ts'
import { keepQuestion, putQuestion } from './known-questions.ts'

const texts = liveTexts.acts

interface QuestionActsProps {
  session: LiveSession
  question: Question
}

/** What the owner and moderators do about a question. */
export function QuestionActs({ session, question }: QuestionActsProps) {
  const client = useQueryClient()
  const draftKey = `answer ${question._id}`
  const [opened, setOpened] = useState<'answer' | 'decline' | null>(() =>
    readDraft(draftKey) ? 'answer' : null,
  )
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState<QuestionAct | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { state, endedAt } = session
  const may = (act: QuestionAct) =>
    mayActOn(
      act,
      question.state,
      { state, endedAt: endedAt === null ? null : new Date(endedAt) },
      new Date(session.now),
    )

  async function run(act: QuestionAct, given: { answer?: string; reason?: string } = {}) {
    if (busy !== null) return
    setBusy(act)
    setProblem(null)
    // Forgotten first: its event may move the question to another list, where its form would open again.
    const typed = readDraft(draftKey)
    forgetDraft(draftKey)
    try {
      keepQuestion(
        client,
        session._id,
        await call(actOnQuestion, { questionId: question._id, act, ...given }),
      )
      setOpened(null)
    } catch (error) {
      if (typed) keepDraft(draftKey, typed)
      setProblem(error instanceof Error ? error.message : liveTexts.notDone)
    } finally {
      setBusy(null)
    }
  }

  if (opened === 'answer')
    return (
      <AnswerForm
        initial={question.answer}
        draftKey={draftKey}
        mayBeEmpty={state === 'live' && question.state !== 'answered'}
        isBusy={busy === 'answer'}
        problem={problem}
        onCancel={() => {
          forgetDraft(draftKey)
          setOpened(null)
        }}
        onSubmit={(answer) => void run('answer', { answer })}
      />
    )
  return (
    <Row>
      {may('approve') && (
        <Button
          size="small"
          variant="primary"
          isLoading={busy === 'approve'}
          onClick={() => void run('approve')}
        >
          {texts.approve}
        </Button>
      )}
      {may('take') && (
        <Button size="small" isLoading={busy === 'take'} onClick={() => void run('take')}>
          {texts.take}
        </Button>
      )}
      {may('answer') && (
        <Button
          size="small"
          variant={
            question.state === 'taken' ? 'primary' : question.state === 'answered' ? 'quiet' : 'secondary'
          }
          className={question.state === 'answered' ? '-ms-3' : undefined}
          onClick={() => setOpened('answer')}
        >
          {question.state === 'answered' ? texts.edit : texts.answer}
        </Button>
      )}
      {may('decline') && (
        <Button
          size="small"
          variant="quiet"
          className={may('approve') || may('take') || may('answer') ? undefined : '-ms-3'}
          onClick={() => setOpened('decline')}
        >
          {texts.decline}
        </Button>
      )}
      {problem !== null && <ErrorLine>{problem}</ErrorLine>}
      <ConfirmDialog
        isOpen={opened === 'decline'}
        title={texts.declineTitle}
        body={texts.declineBody}
        confirmLabel={texts.decline}
        isPending={busy === 'decline'}
        error={problem}
        onConfirm={() => void run('decline', { reason })}
        onCancel={() => setOpened(null)}
      >
        <TextArea
          label={texts.reason}
          hint={texts.optional}
          rows={2}
          characterLimit={DECLINE_REASON_MAX_LENGTH}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </ConfirmDialog>
    </Row>
  )
}

interface AnswerFormProps {
  initial: string
  /** What is typed is kept under it, as the form is made anew when the window changes its layout. */
  draftKey: string
  mayBeEmpty: boolean
  isBusy: boolean
  problem: string | null
  onCancel: () => void
  onSubmit: (answer: string) => void
}

function AnswerForm({ initial, draftKey, mayBeEmpty, isBusy, problem, onCancel, onSubmit }: AnswerFormProps) {
  const [answer, setAnswer] = useState(() => readDraft(draftKey)?.body ?? initial)
  const isEmpty = answer.trim() === ''
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    onSubmit(answer.trim())
  }
  return (
    <form onSubmit={submit} className="mt-3 flex flex-col gap-3">
      <TextArea
        label={texts.label}
        isLabelHidden
        placeholder={mayBeEmpty ? texts.placeholder : texts.placeholderAfter}
        rows={3}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- its button was just pressed
        autoFocus
        characterLimit={ANSWER_MAX_LENGTH}
        value={answer}
        error={problem}
        onChange={({ target }) => {
          setAnswer(target.value)
          keepDraft(draftKey, { body: target.value, people: [] })
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          variant="primary"
          type="submit"
          disabled={isEmpty && !mayBeEmpty}
          isLoading={isBusy}
        >
          {isEmpty && mayBeEmpty ? texts.mark : texts.post}
        </Button>
        <Button size="small" variant="quiet" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  )
}

/** Reports a question of somebody else. */
export function ReportButton({ question }: { question: Question }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Row>
      <Button
        size="small"
        variant="quiet"
        className="-ms-3 text-ink-faint"
        icon={<Flag />}
        onClick={() => setIsOpen(true)}
      >
        {reportTexts.report}
      </Button>
      {isOpen && (
        <Suspense>
          <ReportDialog
            target={{ kind: 'question', id: question._id }}
            isOpen
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </Row>
  )
}

/** Takes back a question of one's own. */
export function WithdrawButton({ session, question }: QuestionActsProps) {
  const client = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  async function withdraw() {
    setIsBusy(true)
    try {
      await call(withdrawQuestion, { questionId: question._id })
      putQuestion(client, session._id, question._id, null)
    } catch (error) {
      toast.error(error instanceof Error ? error.message : liveTexts.notDone)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Row>
      <Button
        size="small"
        variant="quiet"
        className="-ms-3"
        isLoading={isBusy}
        onClick={() => void withdraw()}
      >
        {liveTexts.questions.withdraw}
      </Button>
    </Row>
  )
}

function Row({ children }: { children: ReactNode }) {
  return <div className="mt-3 flex flex-wrap items-center gap-2 empty:hidden">{children}</div>
}
