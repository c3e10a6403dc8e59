import { getNotificationChoices } from '#contract/notifications/calls.ts'
import { topicRules } from '#contract/notifications/kinds.ts'
import { useQuery } from '#web/api/queries.ts'
import { useBadges } from '#web/features/bell/use-badges.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { ChoiceControls } from './choice-controls.tsx'
import { choiceTexts as texts } from '#web/features/notification-choices/messages.ts'
import { DigestSettings } from './digest-settings.tsx'
import { PageChoices } from './page-choices.tsx'
import { PushSettings } from './push-settings.tsx'
import { SettingsSection } from './settings-section.tsx'
import { useChoices } from './use-choices.ts'
import type { User } from './user.ts'

/** What reaches the viewer where: by topic, by page, on this device, and when the digest comes. */
export function NotificationChoices({ user }: { user: User }) {
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
    <>
      <SettingsSection title={texts.title} hint={texts.hint}>
        <ul className="divide-y divide-line">
          {topics.map(({ topic, ...saved }) => {
            const { label, help } = texts.topics[topic]
            return (
              <li
                key={topic}
                className="flex flex-col gap-3 py-4 first:pt-0 sm:flex-row sm:items-center sm:justify-between"
              >
                <div className="min-w-0">
                  <p className="text-base leading-6 font-medium">{label}</p>
                  <p className="mt-0.5 text-sm text-ink-faint">{help}</p>
                </div>
                <ChoiceControls
                  about={label}
                  choice={shown({ topic }, saved)}
                  mail={topicRules(topic).mail}
                  onChange={(changes) => void choose({ topic }, changes)}
                />
              </li>
            )
          })}
        </ul>
      </SettingsSection>
      <PageChoices />
      <DigestSettings digest={choices.data.digest} />
      <PushSettings userId={user._id} />
    </>
  )
}
