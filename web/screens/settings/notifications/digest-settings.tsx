import type { InputOf } from '#contract/http/route.ts'
import { changeDigest, getNotificationChoices } from '#contract/notifications/calls.ts'
import { useMutation } from '#web/api/queries.ts'
import { choiceTexts } from '#web/features/notification-choices/messages.ts'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Toggle } from '#web/ui/toggle.tsx'

import { SettingsSection } from '../settings-section.tsx'

const texts = choiceTexts.digest

/** Whether the digest comes, and where it is eight then. */
export function DigestSettings({ digest }: { digest: { isWanted: boolean; timeZone: string | null } }) {
  const save = useMutation(changeDigest, { refreshes: [getNotificationChoices] })
  const { isWanted = digest.isWanted, timeZone = digest.timeZone } =
    (save.isPending && save.variables.input) || {}
  const zones = Intl.supportedValuesOf('timeZone')

  async function change(input: InputOf<typeof changeDigest>) {
    try {
      await save.mutateAsync({ input })
    } catch (error) {
      toast.error(error instanceof Error ? error.message : choiceTexts.notSaved)
    }
  }

  return (
    <SettingsSection title={texts.title} hint={texts.hint}>
      <Toggle
        label={texts.label}
        checked={isWanted}
        onChange={(event) => void change({ isWanted: event.target.checked })}
      />
      <Select
        name="time-zone"
        label={texts.zone}
        help={texts.zoneHelp}
        className="mt-3 max-w-80"
        value={timeZone ?? ''}
        {...(timeZone === null && { placeholder: texts.unknownZone })}
        options={[
          // Browsers and we may know different ones.
          ...(timeZone !== null && !zones.includes(timeZone) ? [timeZone] : []),
          ...zones,
        ].map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
        onChange={(event) => void (event.target.value && change({ timeZone: event.target.value }))}
      />
    </SettingsSection>
  )
}
