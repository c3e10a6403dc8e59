import type { ReactNode } from 'react'

import { COMMENTERS, LINKERS } from '#contract/moderation/rules.ts'
import { CommentersFields } from '#web/features/moderation/commenters-fields.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Select } from '#web/ui/select.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { Toggle } from '#web/ui/toggle.tsx'

import { moderationScreenTexts } from './messages.ts'
import { useModeration } from './use-moderation.ts'

const texts = moderationScreenTexts.settings
const PACES_SECONDS = [0, 10, 30, 60, 300, 900, 3600, 21_600]

/** Who may write what on a page; each change is saved as it is made. */
export function RulesTab({ pageHandle }: { pageHandle: string }) {
  const { known, shown, change } = useModeration(pageHandle)
  if (!shown)
    return known.isError ? (
      <ErrorState title={texts.failed} onRetry={() => void known.refetch()} isRetrying={known.isFetching}>
        {known.error.message}
      </ErrorState>
    ) : (
      <SkeletonList label={texts.loading} />
    )
  const paces = [...new Set([...PACES_SECONDS, shown.slowSeconds])].toSorted((one, other) => one - other)
  return (
    <div className="space-y-10">
      <Section title={texts.commenters} hint={texts.commentersHint}>
        <CommentersFields
          pageHandle={pageHandle}
          value={shown}
          onChange={({ commentsFrom, planIds }) =>
            void change({ commentsFrom: commentsFrom ?? COMMENTERS[0], planIds })
          }
        />
        <Select
          label={texts.links}
          value={shown.linksFrom}
          options={LINKERS.map((value) => ({ value, label: texts.linkers[value] }))}
          onChange={({ target }) =>
            void change({ linksFrom: LINKERS.find((who) => who === target.value) ?? shown.linksFrom })
          }
        />
        <Select
          label={texts.pace}
          help={texts.paceHelp}
          value={String(shown.slowSeconds)}
          options={paces.map((seconds) => ({ value: String(seconds), label: paceText(seconds) }))}
          onChange={({ target }) => void change({ slowSeconds: Number(target.value) })}
        />
      </Section>
      <Section title={texts.caution}>
        <Toggle
          label={texts.holdFirst}
          help={texts.holdFirstHelp}
          checked={shown.holdFirst}
          onChange={({ target }) => void change({ holdFirst: target.checked })}
        />
        <Toggle
          label={texts.autoHide}
          help={texts.autoHideHelp}
          checked={shown.autoHide}
          onChange={({ target }) => void change({ autoHide: target.checked })}
        />
      </Section>
    </div>
  )
}

function Section({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="font-display text-xl">{title}</h2>
      {hint !== undefined && <p className="mt-1 text-base text-ink-soft">{hint}</p>}
      <div className="mt-4 max-w-form space-y-4">{children}</div>
    </section>
  )
}

function paceText(seconds: number): string {
  if (seconds === 0) return texts.paces.off
  if (seconds % 3600 === 0) return texts.paces.hours(seconds / 3600)
  return seconds % 60 === 0 ? texts.paces.minutes(seconds / 60) : texts.paces.seconds(seconds)
}
