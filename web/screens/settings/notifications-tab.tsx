import { useState } from 'react'

import {
  getNotificationChoices,
  getNotificationPreferences,
  listPageChoices,
  updateNotificationPreferences,
} from '#contract/notifications/calls.ts'
import type { NotificationTopic } from '#contract/notifications/routes.ts'
import { useMutation, useQuery } from '#web/api/queries.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Toggle } from '#web/ui/toggle.tsx'

import { settingsTexts } from './messages.ts'
import { NotificationChoices } from './notification-choices.tsx'
import { SettingsSection } from './settings-section.tsx'
import type { User } from './user.ts'

const texts = settingsTexts.notifications

const GROUPS: {
  title: string
  hint: string
  topics: { topic: NotificationTopic; label: string; help: string }[]
}[] = [
  {
    ...texts.fromPeople,
    topics: [
      { topic: 'replies', ...texts.topics.replies },
      { topic: 'creatorUpdates', ...texts.topics.creatorUpdates },
    ],
  },
  {
    ...texts.fromCheers,
    topics: [
      { topic: 'productUpdates', ...texts.topics.productUpdates },
      { topic: 'newsletter', ...texts.topics.newsletter },
      { topic: 'offers', ...texts.topics.offers },
    ],
  },
]

/** Where the switches show. */
const SHOWN = [getNotificationPreferences, getNotificationChoices, listPageChoices]

/** Which mails to get, and what reaches people where else: saved as soon as it is switched, switched back when saving fails. */
export function NotificationsTab({ user }: { user: User }) {
  const preferences = useQuery(getNotificationPreferences, {})
  const save = useMutation(updateNotificationPreferences, { refreshes: SHOWN })
  const [switched, setSwitched] = useState<{ [Topic in NotificationTopic]?: boolean | undefined }>({})

  if (!preferences.data) {
    if (!preferences.isError) return <SkeletonList label={texts.loading} count={5} />
    return (
      <ErrorState
        title={texts.failed}
        onRetry={() => void preferences.refetch()}
        isRetrying={preferences.isFetching}
      >
        {preferences.error.message}
      </ErrorState>
    )
  }

  const saved = preferences.data

  async function choose(topic: NotificationTopic, isWanted: boolean) {
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

  return (
    <div className="space-y-10">
      {GROUPS.map(({ title, hint, topics }) => (
        <SettingsSection key={title} title={title} hint={hint}>
          <div className="divide-y divide-line">
            {topics.map(({ topic, label, help }) => (
              <Toggle
                key={topic}
                label={label}
                help={help}
                checked={switched[topic] ?? saved[topic]}
                onChange={(event) => void choose(topic, event.target.checked)}
              />
            ))}
          </div>
        </SettingsSection>
      ))}
      <NotificationChoices user={user} />
    </div>
  )
}
