import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'

import { askQuestion } from '#contract/live/calls.ts'
import type { LiveSession } from '#contract/live/live-session.ts'
import { liveMessages } from '#contract/live/messages.ts'
import { QUESTION_MAX_LENGTH } from '#contract/live/rules.ts'
import { call } from '#web/api/call.ts'
import { forgetDraft, keepDraft, readDraft } from '#web/features/channel/writing/drafts.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.tsx'

import { liveTexts } from '../messages.ts'
import { keepQuestion } from './known-questions.ts'

const texts = liveTexts.ask

/** Asks a question. What is typed stays until it is in. */
export function AskForm({ session }: { session: LiveSession }) {
  const client = useQueryClient()
  const field = useRef<HTMLTextAreaElement>(null)
  const draftKey = `question ${session._id}`
  const [body, setBody] = useState(() => readDraft(draftKey)?.body ?? '')
  const [isAnonymous, setIsAnonymous] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  // The same question sent twice, because an answer was lost, is asked once.
  const [clientKey, setClientKey] = useState(() => crypto.randomUUID())
  const [isHere, setIsHere] = useState(false)
  // Until somebody wants to ask, the questions of others have the room.
  const isOpen = isHere || body !== '' || isAnonymous
  const isFine = body.trim() !== '' && body.trim().length <= QUESTION_MAX_LENGTH

  async function ask(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy || !isFine) return
    setIsBusy(true)
    setProblem(null)
    try {
      const input = { liveSessionId: session._id, clientKey, body: body.trim(), isAnonymous }
      const question = await call(askQuestion, input)
      keepQuestion(client, session._id, question)
      toast.success(question.state === 'held' ? liveMessages.askedHeld : liveMessages.asked)
      setBody('')
      forgetDraft(draftKey)
      setClientKey(crypto.randomUUID())
      field.current?.focus()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : liveTexts.notDone)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <form noValidate onSubmit={(event) => void ask(event)} className="flex flex-col gap-2">
      <TextArea
        ref={field}
        label={texts.label}
        isLabelHidden
        placeholder={texts.placeholder}
        rows={isOpen ? 2 : 1}
        {...(isOpen && { characterLimit: QUESTION_MAX_LENGTH })}
        onFocus={() => setIsHere(true)}
        value={body}
        error={problem}
        onChange={({ target }) => {
          setBody(target.value)
          keepDraft(draftKey, { body: target.value, people: [] })
          setProblem(null)
        }}
      />
      <div
        className={classNames(
          'flex-wrap items-center justify-between gap-x-4 gap-y-2',
          isOpen ? 'flex' : 'hidden',
        )}
      >
        {session.anonymousAllowed ? (
          <Checkbox
            label={texts.anonymous}
            help={texts.anonymousHelp}
            checked={isAnonymous}
            onChange={({ target }) => setIsAnonymous(target.checked)}
          />
        ) : (
          <span />
        )}
        <Button type="submit" variant="primary" disabled={!isFine} isLoading={isBusy}>
          {texts.send}
        </Button>
      </div>
    </form>
  )
}
