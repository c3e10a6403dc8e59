import { type SubmitEvent } from 'react'

import { feedMessages, podcastCategoryNames } from '#contract/feeds/messages.ts'
import { languageName, PODCAST_CATEGORIES, PODCAST_LANGUAGES } from '#contract/feeds/podcast.ts'
import { getPodcast, updatePodcast } from '#contract/feeds/calls.ts'
import { useMutation, useQuery } from '#web/api/queries.ts'
import { textOf } from '#web/features/form/use-form-errors.ts'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.tsx'

import { settingsTexts } from './messages.ts'
import { SettingsSection } from './settings-section.tsx'

const texts = settingsTexts.podcast
const languages = PODCAST_LANGUAGES.map((value) => ({ value, label: languageName(value) })).toSorted((a, b) =>
  a.label.localeCompare(b.label),
)

/** How podcast apps list the page; for pages with something to listen to. */
export function PodcastSection({ pageHandle }: { pageHandle: string }) {
  const known = useQuery(getPodcast, { pageHandle })
  const saving = useMutation(updatePodcast, { refreshes: [getPodcast] })
  if (!known.data?.hasEpisodes) return null
  const { category, language } = known.data

  function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const chosen = PODCAST_CATEGORIES.find((name) => name === textOf(form, 'category')) ?? category
    saving.mutate(
      { input: { pageHandle, category: chosen, language: textOf(form, 'language') } },
      { onSuccess: () => toast.success(feedMessages.podcastSaved) },
    )
  }

  return (
    <SettingsSection title={texts.title} hint={texts.hint}>
      <form key={`${category} ${language}`} onSubmit={save} className="space-y-5">
        <FormError>{saving.error?.message}</FormError>
        <div className="grid gap-5 sm:grid-cols-2">
          <Select
            name="category"
            label={texts.category}
            defaultValue={category}
            options={PODCAST_CATEGORIES.map((value) => ({ value, label: podcastCategoryNames[value] }))}
          />
          <Select name="language" label={texts.language} defaultValue={language} options={languages} />
        </div>
        <Button type="submit" isLoading={saving.isPending}>
          {texts.save}
        </Button>
      </form>
    </SettingsSection>
  )
}
