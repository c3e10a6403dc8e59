import { useState } from 'react'

import { createPrivateFeed, getPrivateFeeds } from '#contract/feeds/calls.ts'
import { FEED_LABEL_MAX_LENGTH } from '#contract/feeds/limits.ts'
import { feedMessages } from '#contract/feeds/messages.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { useCallForm } from '#web/features/form/use-call-form.ts'
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
  const [made, setMade] = useState<OutputOf<typeof createPrivateFeed> | null>(null)
  const isKnown = pages.some((page) => page.pageHandle === pageHandle)
  const form = useCallForm(createPrivateFeed, {
    initial: { pageHandle: isKnown ? (pageHandle ?? '') : '', label: '' },
    about: isOpen,
    check: (values) => ({
      ...(values.pageHandle === '' && { pageHandle: texts.pageMissing }),
      ...(values.label.trim() === '' && { label: feedMessages.labelMissing }),
    }),
    input: ({ label, ...page }) => ({ ...page, label: label.trim() }),
    refreshes: [getPrivateFeeds],
    onDone: setMade,
  })

  function close() {
    onClose()
    setMade(null)
  }

  if (made)
    return (
      <Dialog isOpen={isOpen} onClose={close} title={privateFeedTexts.made.title(made.feed.pageName)}>
        <NewAddresses {...made} onDone={close} />
      </Dialog>
    )
  return (
    <Dialog isOpen={isOpen} onClose={close} title={texts.title}>
      <form {...form.props} className="space-y-5">
        <FormError>{form.problem}</FormError>
        <Select
          {...form.field('pageHandle')}
          label={texts.page}
          placeholder={texts.choosePage}
          options={pages.map((page) => ({ value: page.pageHandle, label: page.pageName }))}
        />
        <TextField
          {...form.field('label')}
          label={texts.label}
          help={texts.labelHelp}
          maxLength={FEED_LABEL_MAX_LENGTH}
          data-autofocus={pageHandle !== null || undefined}
        />
        <Button type="submit" variant="primary" isLoading={form.isSaving}>
          {texts.create}
        </Button>
      </form>
    </Dialog>
  )
}
