import { themeTexts } from '#web/features/theme/messages.ts'
import { chooseTheme, THEMES, useTheme } from '#web/features/theme/theme.ts'
import { SegmentedToggle } from '#web/ui/segmented-toggle.tsx'
import { toast } from '#web/ui/toast.tsx'

import { AdultPages } from './adult-pages.tsx'
import { settingsTexts as texts } from './messages.ts'
import { SettingsSection } from './settings-section.tsx'
import type { User } from './user.ts'

/** How Cheers looks, and what it shows. */
export function DisplayTab({ user }: { user: User }) {
  const theme = useTheme()
  return (
    <div className="space-y-10">
      <SettingsSection title={themeTexts.label} hint={themeTexts.help}>
        <SegmentedToggle
          label={themeTexts.label}
          segments={THEMES.map((value) => ({ value, label: themeTexts.names[value] }))}
          value={theme}
          onChange={(chosen) => {
            if (!chooseTheme(chosen)) toast.error(themeTexts.notKept)
          }}
        />
      </SettingsSection>
      <SettingsSection title={texts.adult.title}>
        <AdultPages user={user} />
      </SettingsSection>
    </div>
  )
}
