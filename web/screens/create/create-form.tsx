import { type FormEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

import { getLoggedInUser } from '#contract/accounts/routes.ts'
import { creatorMessages } from '#contract/creators/messages.ts'
import { getPlanNames, getUsersCreatorPage, joinAsCreator } from '#contract/creators/routes.ts'
import { useMutation, useQuery } from '#web/api/queries.ts'
import { findFirstPlan, keptSentence, platformPlanLabel } from '#web/features/platform-plan/platform-plan.ts'
import { usePageConfig } from '#web/page-data.tsx'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import {
  type CreatorDraft,
  type DraftProblem,
  findDraftProblem,
  handleFromTyping,
  isAboutHandle,
} from './create-rules.ts'
import { createTexts as texts } from './messages.ts'

/** The handle field's error while characters are typed that no handle may have. */
const HANDLE_FORMAT: DraftProblem = { message: creatorMessages.handleFormat, field: 'pageHandle' }

const EMPTY: CreatorDraft = {
  pageName: '',
  planId: '',
  pageHandle: '',
  isAdultContent: false,
  ageConfirmed: false,
}

export function CreateForm() {
  const navigate = useNavigate()
  const { handlePrefix } = usePageConfig()
  const plans = useQuery(getPlanNames, {})
  const [typed, setTyped] = useState(EMPTY)
  const [search] = useSearchParams()
  const first = findFirstPlan(plans.data ?? [], search.get('plan'))
  const planId = typed.planId === '' ? (first?.id ?? '') : typed.planId
  const draft = { ...typed, planId }
  const plan = plans.data?.find(({ id }) => id === planId)
  const create = useMutation(joinAsCreator, { refreshes: [getLoggedInUser, getUsersCreatorPage] })
  const [problem, setProblem] = useState<DraftProblem | null>(null)
  const isPlaced = problem?.field !== undefined && problem.field !== null

  function problemOf(field: string): string | null {
    return problem?.field === field ? problem.message : null
  }

  function change(changes: Partial<CreatorDraft>) {
    setTyped({ ...typed, ...changes })
    setProblem(null)
  }

  function typeHandle(input: HTMLInputElement) {
    const { handle, isRejected } = handleFromTyping(input.value)
    if (isRejected) {
      // Setting the value moves the caret to the end: put it back where the user is typing.
      const caret = handleFromTyping(input.value.slice(0, input.selectionStart ?? undefined)).handle.length
      input.value = handle
      input.setSelectionRange(caret, caret)
    }
    setTyped({ ...typed, pageHandle: handle })
    // Until the next allowed character.
    setProblem(isRejected ? HANDLE_FORMAT : null)
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const found = findDraftProblem(draft)
    setProblem(found)
    if (found) {
      if (found.field === 'planId') void plans.refetch()
      return focusField(form, found.field)
    }
    create.mutate(
      { input: draft },
      {
        onSuccess: ({ pageHandle }) => void navigate(`/${pageHandle}`, { replace: true }),
        onError({ message }) {
          const refused = { message, field: isAboutHandle(message) ? 'pageHandle' : null }
          setProblem(refused)
          focusField(form, refused.field)
        },
      },
    )
  }

  return (
    <form noValidate onSubmit={submit} className="mt-8 space-y-5">
      <TextField
        name="pageName"
        label={texts.pageName}
        autoComplete="off"
        value={draft.pageName}
        error={problemOf('pageName')}
        onChange={(event) => change({ pageName: event.target.value })}
      />
      <TextField
        name="pageHandle"
        label={texts.handle.label}
        help={texts.handle.help}
        prefixText={handlePrefix}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={draft.pageHandle}
        onChange={(event) => typeHandle(event.target)}
        onBlur={() => problem === HANDLE_FORMAT && setProblem(null)}
        error={problemOf('pageHandle')}
      />
      <div>
        <Select
          name="planId"
          label={texts.plan.label}
          help={plan ? texts.plan.shareIs(keptSentence(plan), plan.percentCharge) : texts.plan.help}
          {...(!first && { placeholder: plans.isPending ? texts.plan.loading : texts.plan.choose })}
          options={(plans.data ?? []).map((each) => ({ value: each.id, label: platformPlanLabel(each) }))}
          value={draft.planId}
          onChange={(event) => change({ planId: event.target.value })}
          error={problemOf('planId') ?? (plans.isError ? plans.error.message : null)}
        />
        {plans.isError && (
          <Button
            size="small"
            className="mt-2"
            isLoading={plans.isFetching}
            onClick={() => void plans.refetch()}
          >
            {texts.plan.tryAgain}
          </Button>
        )}
      </div>
      <div>
        <Checkbox
          label={texts.adultContent.label}
          help={texts.adultContent.help}
          checked={draft.isAdultContent}
          onChange={(event) => change({ isAdultContent: event.target.checked })}
        />
        <Checkbox
          name="ageConfirmed"
          label={texts.age.label}
          error={problemOf('ageConfirmed')}
          checked={draft.ageConfirmed}
          onChange={(event) => change({ ageConfirmed: event.target.checked })}
        />
      </div>
      <Button
        type="submit"
        variant="primary"
        size="large"
        isFullWidth
        isLoading={create.isPending}
        loadingLabel={texts.submitting}
        disabled={draft.pageName.trim() === '' || draft.pageHandle.trim() === ''}
      >
        {texts.submit}
      </Button>
      <FormError>{isPlaced ? null : problem?.message}</FormError>
    </form>
  )
}

function focusField(form: HTMLFormElement, name: string | null): void {
  const field = name === null ? null : form.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
}
