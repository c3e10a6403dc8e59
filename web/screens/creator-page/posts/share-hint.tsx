import { Share2 } from 'lucide-react'

import { creatorDetails, notePageSetup } from '#contract/creators/calls.ts'
import { CallError } from '#web/api/call.ts'
import { useMutation } from '#web/api/queries.ts'
import { copyText } from '#web/features/share/copy-text.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'

import type { Creator } from '../creator.ts'
import { tabPath } from '../page-tab.ts'
import { firstTexts as texts } from './first-messages.ts'

/** Above the first posts, until their creator has shared the page or doesn't want to. */
export function ShareHint({ creator }: { creator: Creator }) {
  const note = useMutation(notePageSetup, { refreshes: [creatorDetails] })

  async function keep(step: 'shared' | 'hidden') {
    try {
      await note.mutateAsync({ input: { pageHandle: creator.pageHandle, step } })
    } catch (error) {
      toast.error(error instanceof CallError ? error.message : texts.failed)
    }
  }
  async function share() {
    const url = new URL(tabPath(creator.pageHandle, 'posts'), location.href).href
    const isGone =
      typeof navigator.share === 'function'
        ? // It rejects when the person closes the sheet.
          await navigator.share({ title: creator.pageName, url }).then(
            () => true,
            () => false,
          )
        : await copyText(url, { copied: texts.copied, failed: texts.notCopied })
    if (isGone) await keep('shared')
  }

  return (
    <section
      aria-label={texts.shareTitle}
      className="mt-6 mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-card border border-dashed border-line-strong px-5 py-4"
    >
      <div className="min-w-48 flex-1">
        <p className="font-display text-lg">{texts.shareTitle}</p>
        <p className="text-sm text-ink-soft">{texts.shareWhy}</p>
      </div>
      <div className="flex flex-wrap gap-2" aria-busy={note.isPending}>
        <Button size="small" icon={<Share2 />} onClick={() => void share()}>
          {texts.share}
        </Button>
        <Button size="small" variant="quiet" onClick={() => void keep('hidden')}>
          {texts.hide}
        </Button>
      </div>
    </section>
  )
}
