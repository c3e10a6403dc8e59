import { useState } from 'react'

import {
  getNotificationPreferences,
  type NotificationTopic,
  updateNotificationPreferences,
} from '#contract/notifications/routes.ts'
import { useMutation, useQuery } from '#web/api/queries.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Toggle } from '#web/ui/toggle.tsx'

import { SettingsSection } from './settings-section.tsx'

const GROUPS: {
  title: string
  hint: string
  topics: { topic: NotificationTopic; label: string; help: string }[]
}[] = [
  {
    title: 'From people on Cheers',
    hint: 'Receipts and mails about the safety of your account come in any case.',
    topics: [
      { topic: 'replies', label: 'Replies', help: 'Replies to your comments' },
      { topic: 'creatorUpdates', label: 'Creator updates', help: 'New posts by creators you support' },
    ],
  },
  {
    title: 'From Cheers',
    hint: 'Only if you want them.',
    topics: [
      { topic: 'productUpdates', label: 'Product updates', help: 'What is new in Cheers' },
      { topic: 'newsletter', label: 'Newsletter', help: 'Stories about creators, now and then' },
      { topic: 'offers', label: 'Offers', help: 'Discounts and campaigns' },
    ],
  },
]

/** What to be mailed about: saved as it is switched, switched back when saving fails. */
export function NotificationsTab() {
  const preferences = useQuery(getNotificationPreferences, {})
  const save = useMutation(updateNotificationPreferences, { refreshes: [getNotificationPreferences] })
  const [switched, setSwitched] = useState<{ [Topic in NotificationTopic]?: boolean | undefined }>({})

  if (!preferences.data) {
    if (!preferences.isError) return <SkeletonList label="Loading your choices" count={5} />
    return (
      <ErrorState
        title="Your choices could not be loaded."
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
      // Settles once the saved choices are read again, so the switch does not jump in between.
      await save.mutateAsync({ input: { [topic]: isWanted } })
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'This was not saved.')
    }
    // Switched again in the meantime: that one settles by itself.
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
    </div>
  )
}
