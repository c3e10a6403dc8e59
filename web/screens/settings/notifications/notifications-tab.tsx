import { useState } from 'react'

import {
  getNotificationChoices,
  getNotificationPreferences,
  updateNotificationPreferences,
} from '#contract/notifications/calls.ts'
import { topicRules } from '#contract/notifications/kinds.ts'
import { useMutation, useQuery } from '#web/api/queries.ts'
import { useBadges } from '#web/features/bell/use-badges.ts'
import { choiceTexts as texts } from '#web/features/notification-choices/messages.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'

import { PageChoices } from '../page/page-choices.tsx'
import { SettingsSection } from '../settings-section.tsx'
import type { User } from '../user.ts'
import { ChoiceRow, ChoiceTable, EmailChoice, WaysRow } from './choice-row.tsx'
import { DigestSettings } from './digest-settings.tsx'
import { PushSettings } from './push-settings.tsx'
import { useChoices } from './use-choices.ts'

/** How the viewer hears about things. Saved as soon as it is switched, switched back when saving fails. */
export function NotificationsTab({ user }: { user: User }) {
  const choices = useQuery(getNotificationChoices, {})
  const { keepsOrder } = useBadges()
  const { choose, shown } = useChoices()

  if (!choices.data) {
    if (!choices.isError) return <SkeletonList label={texts.loading} count={5} />
    return (
      <ErrorState title={texts.failed} onRetry={() => void choices.refetch()} isRetrying={choices.isFetching}>
        {choices.error.message}
      </ErrorState>
    )
  }

  const topics = choices.data.topics.filter(
    ({ topic }) =>
      user.isCreator || !topicRules(topic).isForCreators || (topic === 'approvals' && keepsOrder),
  )
  return (
    <div className="space-y-10">
      <SettingsSection title={texts.title} hint={texts.hint}>
        <ChoiceTable>
          {topics.map(({ topic, ...saved }) => {
            const { label, help } = texts.topics[topic]
            return (
              <WaysRow
                key={topic}
                about={label}
                choice={shown({ topic }, saved)}
                mail={topicRules(topic).mail}
                onChange={(changes) => void choose({ topic }, changes)}
              >
                <Happening label={label} help={help} />
              </WaysRow>
            )
          })}
          <FromCheers />
        </ChoiceTable>
      </SettingsSection>
      <PageChoices />
      <DigestSettings digest={choices.data.digest} />
      <PushSettings userId={user._id} />
    </div>
  )
}

const FROM_CHEERS = ['productUpdates', 'newsletter', 'offers'] as const

/** What Cheers writes to people by email, if they want it. */
function FromCheers() {
  const preferences = useQuery(getNotificationPreferences, {})
  const save = useMutation(updateNotificationPreferences, { refreshes: [getNotificationPreferences] })
  const [switched, setSwitched] = useState<{ [Topic in (typeof FROM_CHEERS)[number]]?: boolean | undefined }>(
    {},
  )
  const saved = preferences.data
  if (!saved) return null

  async function choose(topic: (typeof FROM_CHEERS)[number], isWanted: boolean) {
    setSwitched((before) => ({ ...before, [topic]: isWanted }))
    try {
      // Resolves once the saved choices are refetched, so the switch doesn't jump in between.
      await save.mutateAsync({ input: { [topic]: isWanted } })
    } catch (error) {
      toast.error(error instanceof Error ? error.message : texts.notSaved)
    }
    // Switched again in the meantime: the later change clears it.
    setSwitched((now) => (now[topic] === isWanted ? { ...now, [topic]: undefined } : now))
  }

  return FROM_CHEERS.map((topic) => {
    const { label, help } = texts.fromCheers[topic]
    return (
      <ChoiceRow
        key={topic}
        about={label}
        bell={null}
        email={
          <EmailChoice
            about={label}
            isWanted={switched[topic] ?? saved[topic]}
            onSwitch={(isWanted) => void choose(topic, isWanted)}
          />
        }
      >
        <Happening label={label} help={help} />
      </ChoiceRow>
    )
  })
}

function Happening({ label, help }: { label: string; help: string }) {
  return (
    <>
      <p className="text-base leading-6 font-medium">{label}</p>
      <p className="mt-0.5 text-sm text-ink-faint">{help}</p>
    </>
  )
}
