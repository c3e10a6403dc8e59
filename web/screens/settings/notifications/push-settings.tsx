import { useEffect, useState } from 'react'

import { choiceTexts } from '#web/features/notification-choices/messages.ts'
import { type PushState, pushState, turnPushOff, turnPushOn } from '#web/features/push/push-device.ts'
import { toast } from '#web/ui/toast.tsx'
import { Toggle } from '#web/ui/toggle.tsx'

import { SettingsSection } from '../settings-section.tsx'

const texts = choiceTexts.device

const WHY_NOT: Partial<Record<PushState, string>> = {
  refused: texts.refused,
  unsupported: texts.unsupported,
  'installed-only': texts.installedOnly,
}

/** Whether this browser takes pushes. */
export function PushSettings({ userId }: { userId: string }) {
  const [state, setState] = useState<PushState | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  useEffect(() => {
    let isOver = false
    void pushState(userId).then((found) => {
      if (!isOver) setState(found)
      return null
    })
    return () => {
      isOver = true
    }
  }, [userId])

  async function change(isWanted: boolean) {
    setIsBusy(true)
    try {
      setState(isWanted ? await turnPushOn(userId) : await turnPushOff())
    } catch {
      // Private windows and browsers without a push service refuse here.
      toast.error(texts.failed)
    }
    setIsBusy(false)
  }

  const whyNot = state === null ? undefined : WHY_NOT[state]
  return (
    <SettingsSection title={texts.title}>
      <Toggle
        label={texts.label}
        help={whyNot ?? texts.help}
        checked={state === 'on'}
        disabled={state === null || isBusy || whyNot !== undefined}
        onChange={(event) => void change(event.target.checked)}
      />
    </SettingsSection>
  )
}
