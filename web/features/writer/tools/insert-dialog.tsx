import { useId, useState } from 'react'
import * as z from 'zod/mini'

import { postMessages } from '#contract/posts/messages.ts'
import { linkPreview } from '#contract/posts/calls.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

import type { Writer } from '../create-writer.ts'
import { addressOf, type Insertion, insertLink, insertNode, removeLink } from './insertions.ts'
import { EDITOR_NOTICE_MS, writerTexts } from '../messages.ts'

const texts = writerTexts.insert
const TITLES = { link: texts.linkTitle, card: texts.cardTitle, button: texts.buttonTitle }

const preview = z.object({ title: z.string(), description: z.string() })

/** What a web page says about itself; a sentence if it can't be had. Another site's picture would tell it who is writing. */
async function findPreview(url: string): Promise<z.infer<typeof preview> | string> {
  let answer: { success?: unknown; meta?: unknown }
  try {
    answer = await call(linkPreview, { url })
  } catch {
    return postMessages.linkNotFetched
  }
  if (answer.success !== 1) return postMessages.linkNotUsable
  return z.safeParse(preview, answer.meta).data ?? postMessages.linkWrongFormat
}

/** Asks for a link's address, a card's page, or a button's words and address. */
export function InsertDialog({
  insertion,
  writer,
  onClose,
}: {
  /** null: closed. */
  insertion: Insertion | null
  writer: Writer
  onClose: () => void
}) {
  return (
    <Dialog
      isOpen={insertion !== null}
      onClose={onClose}
      size="narrow"
      title={insertion === null ? '' : TITLES[insertion.kind]}
      description={insertion?.kind === 'card' ? texts.card : undefined}
    >
      {insertion && <Form insertion={insertion} writer={writer} onClose={onClose} />}
    </Dialog>
  )
}

function Form({ insertion, writer, onClose }: { insertion: Insertion; writer: Writer; onClose: () => void }) {
  const { kind, isThere } = insertion
  const [typed, setTyped] = useState(insertion.link)
  const [text, setText] = useState(insertion.text)
  const [errors, setErrors] = useState<{ link?: string; text?: string }>({})
  const [isFetching, setIsFetching] = useState(false)
  const formId = useId()

  /** After the dialog has closed and given the focus back. */
  function finish(change: () => void) {
    onClose()
    setTimeout(change)
  }

  async function insert() {
    const link = addressOf(typed)
    if (link === null) return setErrors({ link: texts.addressWrong })
    if (kind === 'link') return finish(() => insertLink(writer, link))
    if (kind === 'button') {
      if (text.trim() === '') return setErrors({ text: texts.buttonTextMissing })
      return finish(() => insertNode(writer, 'postButton', { link, text: text.trim() }))
    }
    setIsFetching(true)
    const found = await findPreview(link)
    setIsFetching(false)
    if (typeof found !== 'string') return finish(() => insertNode(writer, 'linkCard', { link, ...found }))
    setErrors({ link: found })
    toast.error(found, { durationMs: EDITOR_NOTICE_MS })
  }

  return (
    <form
      id={formId}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isFetching) void insert()
      }}
    >
      {kind === 'button' && (
        <TextField
          label={texts.buttonText}
          value={text}
          maxLength={80}
          error={errors.text ?? null}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <TextField
        label={texts.address}
        help={texts.addressHelp}
        dir="ltr"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        error={errors.link ?? null}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="mt-2 flex flex-wrap justify-end gap-3">
        {kind === 'link' && isThere && (
          <Button variant="quiet" onClick={() => finish(() => removeLink(writer))}>
            {texts.remove}
          </Button>
        )}
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button type="submit" variant="primary" isLoading={isFetching} loadingLabel={texts.loading}>
          {isThere ? texts.save : texts.insert}
        </Button>
      </div>
    </form>
  )
}
