import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'

import { listMessages } from '#contract/channels/calls.ts'
import { pollMessages } from '#contract/polls/messages.ts'
import { type Poll, pollForm, type PollForm } from '#contract/polls/poll.ts'
import { createPoll, getPoll, postPoll, updatePoll } from '#contract/polls/calls.ts'
import { POLL_QUESTION_MAX_LENGTH } from '#contract/polls/rules.ts'
import { CallError } from '#web/api/call.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { fieldErrors } from '#web/features/form/field-errors.ts'
import { useFormErrors } from '#web/features/form/use-form-errors.ts'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { pollTexts } from './messages.ts'
import { ChoiceFields } from './choice-fields.tsx'
import { OptionFields } from './option-fields.tsx'
import { awaitSlots, dropInHand, emptySlot, letGoOfSlots, type OptionSlot, slotsOf } from './option-slots.ts'
import { RuleFields } from './rule-fields.tsx'

const texts = pollTexts.dialog

const form = z
  .object(pollForm)
  .check(
    z.refine(
      ({ choicesMin, choicesMax, options }) => choicesMin <= choicesMax && choicesMax <= options.length,
      { message: pollMessages.choicesWrong, path: ['choicesMax'] },
    ),
  )

const NEW: PollForm = {
  question: '',
  options: ['', ''],
  choicesMin: 1,
  choicesMax: 1,
  minutes: 10_080,
  voters: { reach: 'everyone', planIds: [] },
  results: 'after_vote',
  secrecy: 'secret',
  mayChange: true,
  weights: [],
}

/** What the dialog is for. */
export type PollPurpose =
  | { kind: 'for a post' }
  | { kind: 'in a room'; channelId: string }
  | { kind: 'change'; poll: Poll }

interface PollDialogProps {
  isOpen: boolean
  purpose: PollPurpose
  pageHandle: string
  /** `poll`: what was written or changed; null: it was asked in a room, whose messages have it. */
  onDone: (poll: Poll | null) => void
  onClose: () => void
}

/** Writes a poll, or changes one. */
export function PollDialog({ isOpen, ...props }: PollDialogProps) {
  const [isSaving, setIsSaving] = useState(false)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={props.onClose}
      canDismiss={!isSaving}
      title={props.purpose.kind === 'change' ? texts.title : texts.newTitle}
    >
      <PollFields {...props} onSaving={setIsSaving} />
    </Dialog>
  )
}

function PollFields({
  purpose,
  pageHandle,
  onDone,
  onClose,
  onSaving,
}: Omit<PollDialogProps, 'isOpen'> & { onSaving: (isSaving: boolean) => void }) {
  const { formRef, errors, show, showRefusal, forget } = useFormErrors()
  const before = purpose.kind === 'change' ? purpose.poll.form : null
  const isFixed = before?.isFixed === true
  const [values, setValues] = useState<PollForm>(() => (before ? valuesOf(before) : NEW))
  const [slots, setSlots] = useState<readonly OptionSlot[]>(() =>
    purpose.kind === 'change' ? slotsOf(purpose.poll) : NEW.options.map(emptySlot),
  )
  const latest = useRef(slots)
  useEffect(() => {
    latest.current = slots
  }, [slots])
  // However the dialog is left, what belongs to no poll goes.
  useEffect(() => () => latest.current.forEach(dropInHand), [])
  const [isAwaitingPictures, setIsAwaitingPictures] = useState(false)
  const [clientKey] = useState(() => crypto.randomUUID())
  const [problem, setProblem] = useState<string | null>(null)
  const creation = useMutation(createPoll)
  const asking = useMutation(postPoll, { refreshes: [listMessages] })
  const change = useMutation(updatePoll, { refreshes: [getPoll] })
  const isSaving = isAwaitingPictures || creation.isPending || asking.isPending || change.isPending

  function set(changed: Partial<PollForm>) {
    setValues({ ...values, ...changed })
    for (const name of Object.keys(changed)) forget(name)
  }

  async function send(pictures: PollForm['pictures']): Promise<Poll | null> {
    const filled = { ...values, pictures }
    if (purpose.kind === 'change')
      return change.mutateAsync({ input: { pollId: purpose.poll._id, ...filled } })
    if (purpose.kind === 'for a post') return creation.mutateAsync({ input: { clientKey, ...filled } })
    await asking.mutateAsync({ input: { channelId: purpose.channelId, clientKey, ...filled } })
    return null
  }

  /** Their ids, once all are at the server; null: one can't be sent, which is said. */
  async function picturesSent(): Promise<(string | null)[] | null> {
    setIsAwaitingPictures(true)
    try {
      return await awaitSlots(slots)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      return null
    } finally {
      setIsAwaitingPictures(false)
    }
  }

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    // A dialog of the page's tree: the form around it isn't sent.
    event.stopPropagation()
    if (isSaving) return
    setProblem(null)
    const found = fieldErrors(form, values)
    show(found)
    if (Object.keys(found).length > 0) return
    onSaving(true)
    const pictures = await picturesSent()
    if (pictures === null) return onSaving(false)
    try {
      const written = await send(pictures)
      letGoOfSlots(slots)
      onDone(written)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.field === undefined || !showRefusal(error)) setProblem(error.message)
    } finally {
      onSaving(false)
    }
  }

  const label = { 'for a post': texts.add, 'in a room': texts.ask, change: texts.save }[purpose.kind]
  return (
    <form ref={formRef} noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-6">
      {isFixed && <p className="rounded-control bg-wash px-4 py-3 text-sm text-ink-soft">{texts.fixed}</p>}
      <fieldset disabled={isFixed} className="flex min-w-0 flex-col gap-6 disabled:opacity-60">
        <TextField
          label={texts.question}
          name="question"
          autoComplete="off"
          aria-required
          data-autofocus
          maxLength={POLL_QUESTION_MAX_LENGTH}
          value={values.question}
          error={errors['question'] ?? null}
          onChange={({ target }) => set({ question: target.value })}
        />
        <OptionFields
          options={values.options}
          slots={slots}
          errors={errors}
          onChange={(options, next) => {
            set({ options })
            setSlots(next)
          }}
        />
        <ChoiceFields values={values} error={errors['choicesMax'] ?? null} onChange={set} />
      </fieldset>
      <RuleFields {...{ values, errors, isFixed, pageHandle }} onChange={set} />
      {/* Beside the button that was pressed: the form is longer than its window. */}
      <FormError>{problem}</FormError>
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button onClick={onClose} disabled={isSaving}>
          {texts.cancel}
        </Button>
        <Button type="submit" variant="primary" isLoading={isSaving}>
          {label}
        </Button>
      </div>
    </form>
  )
}

function valuesOf({ isFixed: _isFixed, ...values }: NonNullable<Poll['form']>): PollForm {
  return values
}
