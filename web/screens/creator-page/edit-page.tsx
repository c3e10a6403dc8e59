import { getPageAbout } from '#contract/creators/calls.ts'
import { useQuery } from '#web/api/use-query.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FullPageSpinner } from '#web/ui/spinner.tsx'

import { EditForm, type EditFormProps } from './edit-form.tsx'
import { editTexts } from './edit-messages.ts'

/** Edit mode: what only the "About" part shows is loaded first. */
export function EditPage(props: Omit<EditFormProps, 'about'>) {
  const query = useQuery(getPageAbout, { pageHandle: props.creator.pageHandle })
  if (query.data && !query.isPlaceholderData) return <EditForm {...props} about={query.data} />
  if (query.error)
    return (
      <ErrorState title={editTexts.failed} onRetry={() => void query.refetch()} isRetrying={query.isFetching}>
        {query.error.message}
      </ErrorState>
    )
  return <FullPageSpinner />
}
