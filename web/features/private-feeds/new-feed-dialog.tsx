import { type SubmitEvent, useState } from 'react'

import { createPrivateFeed, getPrivateFeeds } from '#contract/feeds/calls.ts'
import { FEED_LABEL_MAX_LENGTH } from '#contract/feeds/limits.ts'
import { feedMessages } from '#contract/feeds/messages.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { useMutation } from '#web/api/queries.ts'
import { textOf } from '#web/features/form/use-form-errors.ts'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { privateFeedTexts } from './messages.ts'
import { NewAddresses } from './new-addresses.tsx'

const texts = privateFeedTexts.form

export interface NewFeedDialogProps {
  pages: OutputOf<typeof getPrivateFeeds>['pages']
  /** The page that is asked for first. */
  pageHandle: string | null
  isOpen: boolean
  onClose: () => void
}

/** Asks for a page and a device, and then shows the addresses, once. */
export function NewFeedDialog({ pages, pageHandle, isOpen, onClose }: NewFeedDialogProps) {
  const creation = useMutation(createPrivateFeed, { refreshes: [getPrivateFeeds] })
  const [problems, setProblems] = useState<{ page?: string; label?: string }>({})
  const made = creation.data

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const page = textOf(form, 'page')
    const label = textOf(form, 'label').trim()
    const wrong = {
      ...(page === '' && { page: texts.pageMissing }),
      ...(label === '' && { label: feedMessages.labelMissing }),
    }
    setProblems(wrong)
    if (Object.keys(wrong).length === 0) creation.mutate({ input: { pageHandle: page, label } })
  }

  function close() {
    onClose()
    creation.reset()
    setProblems({})
  }

  if (made)
    return (
      <Dialog isOpen={isOpen} onClose={close} title={privateFeedTexts.made.title(made.feed.pageName)}>
        <NewAddresses {...made} onDone={close} />
      </Dialog>
    )
  return (
    <Dialog isOpen={isOpen} onClose={close} title={texts.title}>
      <form noValidate onSubmit={submit} className="space-y-5">
        <FormError>{creation.error?.message}</FormError>
        <Select
          name="page"
          label={texts.page}
          placeholder={texts.choosePage}
          defaultValue={pages.some((page) => page.pageHandle === pageHandle) ? (pageHandle ?? '') : ''}
          error={problems.page ?? null}
          options={pages.map((page) => ({ value: page.pageHandle, label: page.pageName }))}
        />
        <TextField
          name="label"
          label={texts.label}
          help={texts.labelHelp}
          maxLength={FEED_LABEL_MAX_LENGTH}
          data-autofocus={pageHandle !== null || undefined}
          error={problems.label ?? null}
        />
        <Button type="submit" variant="primary" isLoading={creation.isPending}>
          {texts.create}
        </Button>
      </form>
    </Dialog>
  )
}
