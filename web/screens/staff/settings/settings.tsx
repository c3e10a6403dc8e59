import { getSettings } from '#contract/console/calls.ts'
import { type SettingGroup, SHOWN_SETTINGS } from '#contract/console/rules.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { useQuery } from '#web/api/queries.ts'

import { StaffPlace } from '../parts/list.tsx'
import { Facts, Loaded, Part } from '../parts/record.tsx'
import { settingTexts as texts } from './messages.ts'

const GROUPS = Object.keys(SHOWN_SETTINGS) as SettingGroup[]

/** How this installation is set up, to be read. */
export function SettingsPlace() {
  const found = useQuery(getSettings, {})
  return (
    <StaffPlace title={texts.title} subtitle={texts.subtitle}>
      <Loaded found={found}>
        {({ settings }) => GROUPS.map((group) => <Group key={group} group={group} settings={settings} />)}
      </Loaded>
    </StaffPlace>
  )
}

function Group({ group, settings }: { group: SettingGroup } & OutputOf<typeof getSettings>) {
  const valueOf = (name: string) => settings.find((setting) => setting.name === name)?.value ?? null
  return (
    <Part title={texts.groups[group]}>
      <Facts
        facts={SHOWN_SETTINGS[group].map((name) => ({
          label: texts.names[name],
          value: (
            <>
              <Value value={valueOf(name)} />
              <code dir="ltr" className="block text-xs font-normal text-ink-faint">
                {name}
              </code>
            </>
          ),
          isLong: true,
        }))}
      />
    </Part>
  )
}

function Value({ value }: { value: string | null }) {
  if (value === null) return <span className="font-normal text-ink-soft">{texts.none}</span>
  return <span dir="auto">{texts.values[value] ?? value}</span>
}
