import { type SubmitEvent, useRef, useState } from 'react'

import { answerDispute, getDispute, listDisputes } from '#contract/console/calls.ts'
import { EVIDENCE_MAX_LENGTH } from '#contract/console/dispute-rules.ts'
import { formatDay } from '#contract/dates.ts'
import { formatDollars, formatExactDollars } from '#contract/money.ts'
import { useMutation } from '#web/api/queries.ts'
import { PictureButton } from '#web/features/channel/writing/picture-button.tsx'
import { PictureStrip } from '#web/features/channel/writing/picture-strip.tsx'
import { awaitPictures, letGoOfPictures } from '#web/features/channel/writing/pictures-in-hand.ts'
import { usePictures } from '#web/features/channel/writing/use-pictures.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorLine } from '#web/ui/error-state.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.tsx'

import { disputeTexts } from './messages.ts'
import type { WholeDispute } from './whole-dispute.ts'

const texts = disputeTexts.answer

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
  const form = useRef<HTMLFormElement>(null)
  const [text, setText] = useState('')
  const [isEmpty, setIsEmpty] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const [isWaiting, setIsWaiting] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { pictures, notice, isOver: _isOver, ...picturing } = usePictures(draftKey, form)
  const sending = useMutation(answerDispute, { refreshes: [getDispute, listDisputes] })
  const isTooLong = text.trim().length > EVIDENCE_MAX_LENGTH

  function ask(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setIsEmpty(text.trim() === '')
    setProblem(null)
    if (text.trim() !== '' && !isTooLong) setIsAsking(true)
  }

  async function send() {
    setIsWaiting(true)
    setProblem(null)
    try {
      const mediaIds = await awaitPictures(draftKey)
      await sending.mutateAsync({ input: { disputeId, text, mediaIds } })
      letGoOfPictures(draftKey)
      toast.success(texts.sent)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : null)
    } finally {
      setIsWaiting(false)
      setIsAsking(false)
    }
  }

  return (
    <section>
      <h2 className="font-display text-xl">{texts.title}</h2>
      <p className="mt-2 max-w-reading text-base text-ink-soft">{texts.body}</p>
      <form ref={form} noValidate onSubmit={ask} className="mt-5 max-w-reading space-y-5">
        {problem !== null && <ErrorLine>{problem}</ErrorLine>}
        <TextArea
          label={texts.text}
          help={texts.textHelp}
          rows={8}
          characterLimit={EVIDENCE_MAX_LENGTH}
          value={text}
          error={isEmpty ? texts.missing : null}
          onPaste={(event) => picturing.paste(event)}
          onChange={({ target }) => {
            setText(target.value)
            setIsEmpty(false)
          }}
        />
        {text === '' && (
          <Button size="small" onClick={() => setText(factsOf(dispute))}>
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
        isPending={isWaiting}
        onConfirm={() => void send()}
        onCancel={() => setIsAsking(false)}
      />
    </section>
  )
}
