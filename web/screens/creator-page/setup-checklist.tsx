import { Check } from 'lucide-react'
import type { ReactNode } from 'react'

import { creatorDetails, notePageSetup } from '#contract/creators/calls.ts'
import { CallError } from '#web/api/call.ts'
import { useMutation } from '#web/api/queries.ts'
import { copyText } from '#web/features/share/copy-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { toast } from '#web/ui/toast.tsx'

import type { Creator } from './creator.ts'
import { tabPath } from './page-tab.ts'
import { setupTexts as texts } from './setup-messages.ts'
import { useCreatorPosts } from './posts/creator-posts.ts'

type Step = keyof typeof texts.steps

/** What a new page still needs, one thing after another, until its owner closes the list. */
export function SetupChecklist({
  pageHandle,
  creator,
  isShared,
  hasPlans,
  onEdit,
  onPost,
}: {
  /** As in the address: part of the query. */
  pageHandle: string
  creator: Creator
  isShared: boolean
  hasPlans: boolean
  onEdit: () => void
  onPost: () => void
}) {
  const posts = useCreatorPosts(pageHandle)
  const note = useMutation(notePageSetup, { refreshes: [creatorDetails] })
  if (!posts.rows) return null

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

  const isDone: Record<Step, boolean> = {
    picture: creator.profileImage !== null,
    plan: hasPlans,
    post: posts.rows.length > 0,
    share: isShared,
  }
  const actions: Record<Step, { to: string } | { onClick: () => void }> = {
    picture: { onClick: onEdit },
    plan: { to: tabPath(creator.pageHandle, 'membership') },
    post: { onClick: onPost },
    share: { onClick: () => void share() },
  }
  const steps = Object.keys(texts.steps) as Step[]
  const doneCount = steps.filter((step) => isDone[step]).length
  const isReady = doneCount === steps.length
  const next = steps.find((step) => !isDone[step])

  return (
    <Card as="section" aria-labelledby="setup-heading" className="mt-8">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 id="setup-heading" className="font-display text-xl">
            {isReady ? texts.readyTitle : texts.title}
          </h2>
          <p className="mt-1 text-sm text-ink-soft">
            {isReady ? texts.ready : texts.progress(doneCount, steps.length)}
          </p>
        </div>
        <Button
          size="small"
          variant={isReady ? 'primary' : 'quiet'}
          aria-busy={note.isPending}
          onClick={() => void keep('hidden')}
        >
          {isReady ? texts.close : texts.hide}
        </Button>
      </div>
      <ProgressBar
        className="mt-4"
        label={texts.progress(doneCount, steps.length)}
        percent={(100 * doneCount) / steps.length}
      />
      {!isReady && (
        <ol className="mt-3 divide-y divide-line">
          {steps.map((step) => (
            <StepLine key={step} step={step} isDone={isDone[step]}>
              <Button size="small" variant={step === next ? 'primary' : 'secondary'} {...actions[step]}>
                {texts.steps[step].action}
              </Button>
            </StepLine>
          ))}
        </ol>
      )}
    </Card>
  )
}

function StepLine({ step, isDone, children }: { step: Step; isDone: boolean; children: ReactNode }) {
  const { title, why } = texts.steps[step]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 last:pb-0">
      <span
        className={
          isDone
            ? 'grid size-6 shrink-0 place-items-center rounded-full bg-good text-paper'
            : 'size-6 shrink-0 rounded-full border-2 border-line-strong'
        }
      >
        {isDone && <Check aria-hidden="true" strokeWidth={3} className="size-4" />}
        <span className="sr-only">{isDone ? texts.done : texts.toDo}</span>
      </span>
      <div className="min-w-48 flex-1">
        <p className={isDone ? 'text-base text-ink-soft' : 'text-base font-medium'}>{title}</p>
        {!isDone && <p className="text-sm text-ink-soft">{why}</p>}
      </div>
      {!isDone && children}
    </li>
  )
}
