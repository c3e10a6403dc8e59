import { type SubmitEvent, useState } from 'react'

import { answerDispute, getDispute, listDisputes } from '#contract/console/calls.ts'
import { EVIDENCE_MAX_LENGTH } from '#contract/console/dispute-rules.ts'
import { formatDay } from '#contract/dates.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { formatDollars, formatExactDollars } from '#contract/money.ts'
import { PictureButton } from '#web/features/channel/writing/picture-button.tsx'
import { PictureStrip } from '#web/features/channel/writing/picture-strip.tsx'
import { awaitPictures, letGoOfPictures } from '#web/features/channel/writing/pictures-in-hand.ts'
import { usePictures } from '#web/features/channel/writing/use-pictures.ts'
import { useCallForm } from '#web/features/form/use-call-form.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorLine } from '#web/ui/error-state.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.tsx'

import { disputeTexts } from './messages.ts'

const texts = disputeTexts.answer

/** A dispute with all that its screen shows. */
export type WholeDispute = OutputOf<typeof getDispute>

/** What is known anyway, in sentences that a bank can check. */
function factsOf({ payment, page, currency, use }: WholeDispute): string {
  return texts.suggestion({
    plan: payment.planName,
    page: page.name,
    paidOn: formatDay(payment.capturedAt),
    amount: formatExactDollars(payment.amount, currency),
    receipt: payment.receiptNumber,
    since: formatDay(use.memberSince),
    opened: use.lastOpenedAt === null ? null : disputeTexts.one.openedCount(use.openedCount),
    last: use.lastOpenedAt === null ? null : formatDay(use.lastOpenedAt),
  })
}

/** The answer to a bank: a text and pictures, sent once. */
export function AnswerForm({ dispute }: { dispute: WholeDispute }) {
  const { _id: disputeId, amount, currency } = dispute
  const draftKey = `dispute ${disputeId}`
  const [isAsking, setIsAsking] = useState(false)
  const form = useCallForm(answerDispute, {
    initial: { text: '' },
    async input({ text }) {
      try {
        return { disputeId, text, mediaIds: await awaitPictures(draftKey) }
      } catch (error) {
        setIsAsking(false)
        return error instanceof Error ? error.message : String(error)
      }
    },
    refreshes: [getDispute, listDisputes],
    onDone() {
      setIsAsking(false)
      letGoOfPictures(draftKey)
      toast.success(texts.sent)
    },
    onRefused({ message }) {
      setIsAsking(false)
      return { form: message }
    },
  })
  const { text } = form.values
  const { ref } = form.props
  const { pictures, notice, isOver: _isOver, ...picturing } = usePictures(draftKey, ref)

  function ask(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (text.trim() === '') form.note('text', texts.missing)
    else if (text.trim().length <= EVIDENCE_MAX_LENGTH) setIsAsking(true)
  }

  return (
    <section>
      <h2 className="font-display text-xl">{texts.title}</h2>
      <p className="mt-2 max-w-reading text-base text-ink-soft">{texts.body}</p>
      <form {...form.props} onSubmit={ask} className="mt-5 max-w-reading space-y-5">
        {form.problem !== null && <ErrorLine>{form.problem}</ErrorLine>}
        <TextArea
          {...form.field('text')}
          label={texts.text}
          help={texts.textHelp}
          rows={8}
          characterLimit={EVIDENCE_MAX_LENGTH}
          onPaste={(event) => picturing.paste(event)}
        />
        {text === '' && (
          <Button size="small" onClick={() => form.set({ text: factsOf(dispute) })}>
            {texts.suggest}
          </Button>
        )}
        <fieldset>
          <legend className="sr-only">{texts.pictures}</legend>
          <div className="flex items-center gap-2">
            <p aria-hidden="true" className="font-medium">
              {texts.pictures}
            </p>
            <PictureButton onPick={(files) => picturing.add(files)} />
          </div>
          <p className="text-sm text-ink-soft">{texts.picturesHelp}</p>
          {pictures.length > 0 && <PictureStrip pictures={pictures} />}
          {notice !== null && (
            <p role="alert" className="mt-2 text-sm font-medium text-bad">
              {notice}
            </p>
          )}
        </fieldset>
        <Button type="submit" variant="primary">
          {texts.send}
        </Button>
      </form>
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.confirmTitle(formatDollars(amount, currency))}
        body={texts.confirmBody}
        confirmLabel={texts.confirm}
        isPending={form.isSaving}
        onConfirm={form.submit}
        onCancel={() => setIsAsking(false)}
      />
    </section>
  )
}
