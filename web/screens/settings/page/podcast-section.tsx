import { getPodcast, updatePodcast } from '#contract/feeds/calls.ts'
import { feedMessages, podcastCategoryNames } from '#contract/feeds/messages.ts'
import { languageName, PODCAST_CATEGORIES, PODCAST_LANGUAGES } from '#contract/feeds/podcast.ts'
import type { InputOf } from '#contract/http/route.ts'
import { useQuery } from '#web/api/queries.ts'
import { useCallForm } from '#web/features/form/use-call-form.ts'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.tsx'

import { settingsTexts } from '../messages.ts'
import { SettingsSection } from '../settings-section.tsx'

const texts = settingsTexts.podcast
const languages = PODCAST_LANGUAGES.map((value) => ({ value, label: languageName(value) })).toSorted((a, b) =>
  a.label.localeCompare(b.label),
)

/** How podcast apps list the page; for pages with something to listen to. */
export function PodcastSection({ pageHandle }: { pageHandle: string }) {
  const known = useQuery(getPodcast, { pageHandle })
  if (!known.data?.hasEpisodes) return null
  const { category, language } = known.data
  return (
    <SettingsSection title={texts.title} hint={texts.hint}>
      <PodcastForm key={`${category} ${language}`} {...{ pageHandle, category, language }} />
    </SettingsSection>
  )
}

function PodcastForm(known: InputOf<typeof updatePodcast>) {
  const form = useCallForm(updatePodcast, {
    initial: known,
    input: (values) => values,
    refreshes: [getPodcast],
    onDone: () => toast.success(feedMessages.podcastSaved),
  })
  return (
    <form {...form.props} className="space-y-5">
      <FormError>{form.problem}</FormError>
      <div className="grid gap-5 sm:grid-cols-2">
        <Select
          {...form.field('category')}
          label={texts.category}
          options={PODCAST_CATEGORIES.map((value) => ({ value, label: podcastCategoryNames[value] }))}
        />
        <Select {...form.field('language')} label={texts.language} options={languages} />
      </div>
      <Button type="submit" isLoading={form.isSaving}>
        {texts.save}
      </Button>
    </form>
  )
}
