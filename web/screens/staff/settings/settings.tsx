import { getSettings } from '#contract/console/calls.ts'
import { type SettingGroup, SHOWN_SETTINGS } from '#contract/console/rules.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { useQuery } from '#web/api/queries.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { Fact, Facts, Part } from '../parts/facts.tsx'
import { PlacePage } from '../parts/place-page.tsx'
import { settingTexts as texts } from './messages.ts'

const GROUPS = Object.keys(SHOWN_SETTINGS) as SettingGroup[]

/** How this installation is set up, to be read. */
export function SettingsPlace() {
  const found = useQuery(getSettings, {})
  return (
    <PlacePage>
      <PageHeader title={texts.title} subtitle={texts.subtitle} />
      {found.data ? (
        GROUPS.map((group) => <Group key={group} group={group} settings={found.data.settings} />)
      ) : (
        <div className="mt-8">
          {found.isError ? (
            <ErrorState
              title={texts.failed}
              onRetry={() => void found.refetch()}
              isRetrying={found.isFetching}
            >
              {found.error.message}
            </ErrorState>
          ) : (
            <SkeletonList label={texts.loading} />
          )}
        </div>
      )}
    </PlacePage>
  )
}

function Group({ group, settings }: { group: SettingGroup } & OutputOf<typeof getSettings>) {
  const valueOf = (name: string) => settings.find((setting) => setting.name === name)?.value ?? null
  return (
    <Part title={texts.groups[group]}>
      <Facts>
        {SHOWN_SETTINGS[group].map((name) => (
          <Fact key={name} label={texts.names[name]} isLong>
            <Value value={valueOf(name)} />
            <code dir="ltr" className="block text-xs font-normal text-ink-faint">
              {name}
            </code>
          </Fact>
        ))}
      </Facts>
    </Part>
  )
}

function Value({ value }: { value: string | null }) {
  if (value === null) return <span className="font-normal text-ink-soft">{texts.none}</span>
  return <span dir="auto">{texts.values[value] ?? value}</span>
}
