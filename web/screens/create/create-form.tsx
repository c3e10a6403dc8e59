import { useId, useRef, useState } from 'react'

import { getLoggedInUser } from '#contract/accounts/calls.ts'
import { getPlanNames, getUsersCreatorPage, joinAsCreator } from '#contract/creators/calls.ts'
import { creatorMessages } from '#contract/creators/messages.ts'
import { newCreator } from '#contract/creators/rules.ts'
import { HANDLE_PATTERN } from '#contract/handles.ts'
import { useQuery } from '#web/api/queries.ts'
import { type FieldErrors, NO_ERRORS } from '#web/features/form/create-form.ts'
import { fieldErrors } from '#web/features/form/field-errors.ts'
import { useCallForm } from '#web/features/form/use-call-form.ts'
import { findFirstPlan, keptOf, platformPlanLabel } from '#web/features/platform-plan/platform-plan.ts'
import { suggestedHandle } from '#web/features/sign-in/suggested.ts'
import { usePageConfig } from '#web/page-data.tsx'
import { useSearchParams } from '#web/routing/location.ts'
import { navigate } from '#web/routing/navigate.ts'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { createTexts as texts } from './messages.ts'

const EMPTY: CreatorDraft = {
  pageName: '',
  planId: '',
  pageHandle: '',
  isAdultContent: false,
  ageConfirmed: false,
}

/** The form; `onDraft` hears of every change, for a page that grows with it. */
export function CreateForm({ onDraft }: { onDraft: (draft: CreatorDraft) => void }) {
  const { handlePrefix } = usePageConfig()
  const plans = useQuery(getPlanNames, {})
  const search = useSearchParams()
  const first = findFirstPlan(plans.data ?? [], search.get('plan'))
  /** Until an address is typed, it follows the page's name. */
  const hasOwnHandle = useRef(false)
  const missingId = useId()
  /** Whether the handle's error is about a character that was just taken out of it. */
  const [isRejecting, setIsRejecting] = useState(false)
  const planned = (typed: CreatorDraft) => ({ ...typed, planId: typed.planId || (first?.id ?? '') })

  const form = useCallForm(joinAsCreator, {
    initial: EMPTY,
    check(typed) {
      const found = draftErrors(planned(typed))
      setIsRejecting(false)
      if ('planId' in found) void plans.refetch()
      return found
    },
    input: planned,
    refreshes: [getLoggedInUser, getUsersCreatorPage],
    onDone: ({ pageHandle }) => navigate(`/${pageHandle}`, { replace: true }),
    // As the spec has it: what speaks of the username is shown under the handle, and everything else below the form.
    onRefused: ({ message }) => ({
      [message.toLowerCase().includes('username') ? 'pageHandle' : 'form']: message,
    }),
  })
  const draft = planned(form.values)
  const plan = plans.data?.find(({ id }) => id === draft.planId)
  const missing =
    draft.pageName.trim() === ''
      ? texts.missing.pageName
      : draft.pageHandle.trim() === ''
        ? texts.missing.pageHandle
        : null

  /** One problem is shown at a time, until anything is changed. */
  function change(changes: Partial<CreatorDraft>) {
    const next = { ...form.values, ...changes }
    form.reset(next)
    onDraft(next)
    setIsRejecting(false)
  }

  function typeName(pageName: string) {
    change({ pageName, ...(!hasOwnHandle.current && { pageHandle: suggestedHandle(pageName) }) })
  }

  function typeHandle(input: HTMLInputElement) {
    const { handle, isRejected } = handleFromTyping(input.value)
    hasOwnHandle.current = handle !== ''
    if (isRejected) {
      // Setting the value moves the caret to the end: put it back where the user is typing.
      const caret = handleFromTyping(input.value.slice(0, input.selectionStart ?? undefined)).handle.length
      input.value = handle
      input.setSelectionRange(caret, caret)
    }
    change({ pageHandle: handle })
    if (!isRejected) return
    // Until the next allowed character.
    setIsRejecting(true)
    form.note('pageHandle', creatorMessages.handleFormat)
  }

  return (
    <form {...form.props} className="mt-8 space-y-5">
      <TextField
        {...form.field('pageName')}
        label={texts.pageName}
        autoComplete="off"
        onChange={(event) => typeName(event.target.value)}
      />
      <TextField
        {...form.field('pageHandle')}
        label={texts.handle.label}
        help={texts.handle.help}
        dir="ltr"
        prefixText={handlePrefix}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => typeHandle(event.target)}
        onBlur={() => isRejecting && form.set({ pageHandle: draft.pageHandle })}
      />
      <div>
        <Select
          name="planId"
          label={texts.plan.label}
          hint={
            plan && (
              <span aria-live="polite" className="text-sm text-ink-soft">
                {texts.plan.kept(keptOf(plan))}
              </span>
            )
          }
          {...(!first && { placeholder: plans.isPending ? texts.plan.loading : texts.plan.choose })}
          options={(plans.data ?? []).map((each) => ({ value: each.id, label: platformPlanLabel(each) }))}
          value={draft.planId}
          onChange={(event) => change({ planId: event.target.value })}
          error={form.errorOf('planId') ?? (plans.isError ? plans.error.message : null)}
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
          help={draft.isAdultContent && texts.adultContent.help}
          checked={draft.isAdultContent}
          onChange={(event) => change({ isAdultContent: event.target.checked })}
        />
        <Checkbox
          {...form.box('ageConfirmed')}
          label={texts.age.label}
          onChange={(event) => change({ ageConfirmed: event.target.checked })}
        />
      </div>
      <div>
        <Button
          type="submit"
          variant="primary"
          size="large"
          isFullWidth
          isLoading={form.isSaving}
          loadingLabel={texts.submitting}
          disabled={missing !== null}
          aria-describedby={missing === null ? undefined : missingId}
        >
          {texts.submit}
        </Button>
        <p id={missingId} aria-live="polite" className="mt-2 min-h-5 text-center text-sm text-ink-soft">
          {missing}
        </p>
      </div>
      <FormError>{form.problem}</FormError>
    </form>
  )
}

export interface CreatorDraft {
  pageName: string
  planId: string
  pageHandle: string
  isAdultContent: boolean
  ageConfirmed: boolean
}

/** The first problem with a draft, under its field, in the spec's order: name, plan, handle; then the age. */
export function draftErrors(draft: CreatorDraft): FieldErrors {
  const [wrong] = Object.entries(fieldErrors(newCreator, draft))
  if (wrong) return Object.fromEntries([wrong])
  return draft.ageConfirmed ? NO_ERRORS : { ageConfirmed: texts.age.unconfirmed }
}

/** A typed handle without the characters that no handle may have. */
export function handleFromTyping(typed: string): { handle: string; isRejected: boolean } {
  const handle = Array.from(typed)
    .filter((character) => HANDLE_PATTERN.test(character))
    .join('')
  return { handle, isRejected: handle !== typed }
}
