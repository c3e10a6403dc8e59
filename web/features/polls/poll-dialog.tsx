import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'

import { listMessages } from '#contract/channels/calls.ts'
import { pollMessages } from '#contract/polls/messages.ts'
import { type Poll, pollForm, type PollForm } from '#contract/polls/poll.ts'
import { createPoll, getPoll, postPoll, updatePoll } from '#contract/polls/calls.ts'
import { POLL_QUESTION_MAX_LENGTH } from '#contract/polls/rules.ts'
import { fieldErrors } from '#web/features/form/field-errors.ts'
import { useCallForm } from '#web/features/form/use-call-form.ts'
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

const rules = z
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

const ROUTES = { 'for a post': createPoll, 'in a room': postPoll, change: updatePoll }

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
  const before = purpose.kind === 'change' ? purpose.poll.form : null
  const isFixed = before?.isFixed === true
  const [slots, setSlots] = useState<readonly OptionSlot[]>(() =>
    purpose.kind === 'change' ? slotsOf(purpose.poll) : NEW.options.map(emptySlot),
  )
  const latest = useRef(slots)
  useEffect(() => {
    latest.current = slots
  }, [slots])
  // However the dialog is left, what belongs to no poll goes.
  useEffect(() => () => latest.current.forEach(dropInHand), [])
  const [clientKey] = useState(() => crypto.randomUUID())
  const form = useCallForm(ROUTES[purpose.kind], {
    initial: before ? valuesOf(before) : NEW,
    check: (typed) => fieldErrors(rules, typed),
    async input(typed) {
      const pictures = await picturesOf(slots)
      if (typeof pictures === 'string') return pictures
      const filled = { ...typed, pictures }
      if (purpose.kind === 'change') return { pollId: purpose.poll._id, ...filled }
      return { clientKey, ...filled, ...(purpose.kind === 'in a room' && { channelId: purpose.channelId }) }
    },
    refreshes: [getPoll, listMessages],
    onDone(answer) {
      letGoOfSlots(slots)
      onDone('question' in answer ? answer : null)
    },
  })
  const { values, errors, set, isSaving } = form
  useEffect(() => onSaving(isSaving), [isSaving, onSaving])

  const label = { 'for a post': texts.add, 'in a room': texts.ask, change: texts.save }[purpose.kind]
  return (
    <form {...form.props} className="flex flex-col gap-6">
      {isFixed && <p className="rounded-control bg-wash px-4 py-3 text-sm text-ink-soft">{texts.fixed}</p>}
      <fieldset disabled={isFixed} className="flex min-w-0 flex-col gap-6 disabled:opacity-60">
        <TextField
          {...form.field('question')}
          label={texts.question}
          autoComplete="off"
          aria-required
          data-autofocus
          maxLength={POLL_QUESTION_MAX_LENGTH}
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
        <ChoiceFields values={values} error={form.errorOf('choicesMax')} onChange={set} />
      </fieldset>
      <RuleFields {...{ values, errors, isFixed, pageHandle }} onChange={set} />
      {/* Beside the button that was pressed: the form is longer than its window. */}
      <FormError>{form.problem}</FormError>
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

/** The ids of the options' pictures, once all are at the server; a sentence if one can't be sent. */
async function picturesOf(slots: readonly OptionSlot[]): Promise<(string | null)[] | string> {
  try {
    return await awaitSlots(slots)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function valuesOf({ isFixed: _isFixed, ...values }: NonNullable<Poll['form']>): PollForm {
  return values
}
