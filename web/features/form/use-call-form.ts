import { useQueryClient } from '@tanstack/react-query'
import {
  type ChangeEvent,
  type SubmitEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'

import type { CallOf, FailureCodeOf, InputOf, OutputOf } from '#contract/http/route.ts'
import { call, type CallError, type CallOptions } from '#web/api/call.ts'
import { refresh } from '#web/api/refresh.ts'
import { focusFirstInvalid } from '#web/ui/focus-first-invalid.ts'

import { createForm, type FieldErrors, type SendingForm } from './create-form.ts'

interface CallFormOptions<R extends CallOf, Values> {
  initial: Values
  /** What the form is about, or whether its dialog is open: when this changes, the form begins anew. */
  about?: unknown
  check?: SendingForm<Values>['check']
  /** What is sent; or a sentence, if it can't be sent like this. */
  input: (values: Values) => InputOf<R> | string | Promise<InputOf<R> | string>
  files?: CallOptions['files'] | undefined
  /** Read anew wherever they are shown, before `onDone`. */
  refreshes?: readonly CallOf[]
  onDone?: (answer: OutputOf<R>, values: Values) => void
  /** For a refusal that is told elsewhere, such as in a toast: the errors that are shown instead of it. */
  onRefused?: (refusal: CallError<FailureCodeOf<R>>) => FieldErrors
}

/** The names of the values that are of a type. */
type Named<Values, Type> = {
  [Name in keyof Values & string]: Values[Name] extends Type ? Name : never
}[keyof Values & string]

/**
 * A form that makes one call. Spread `props` on the `<form>`, and `field(name)` or `box(name)` on its fields. What is wrong
 * with a field stands at it, everything else in `problem`. What was typed is kept until the form begins anew.
 */
export function useCallForm<R extends CallOf, Values extends object>(
  route: R,
  { initial, about, check, input, files, refreshes = [], onDone, onRefused }: CallFormOptions<R, Values>,
) {
  const client = useQueryClient()
  const ref = useRef<HTMLFormElement>(null)
  const [made, setMade] = useState(() => ({ about, form: createForm(initial) }))
  if (made.about !== about) setMade({ about, form: createForm(initial) })
  const { form } = made
  const state = useSyncExternalStore(form.subscribe, form.state, form.state)

  useLayoutEffect(() => {
    const typed = typedBefore<Values>(ref.current, form.state().values)
    if (Object.keys(typed).length > 0) form.set(typed)
  }, [form])
  useEffect(() => {
    if (state.refusals > 0) focusFirstInvalid(ref.current)
  }, [state.refusals])

  async function send(values: Values): Promise<string | null> {
    const given = await input(values)
    if (typeof given === 'string') return given
    const answer = await call(route, given, files ? { files } : {})
    await refresh(client, refreshes)
    onDone?.(answer, values)
    return null
  }

  function setOne(name: keyof Values, value: unknown) {
    form.set({ [name]: value } as Partial<Values>)
  }
  function submit(): void {
    void form.submit({ check, send, onRefused })
  }
  function errorOf(name: keyof Values & string): string | null {
    return state.errors[name] ?? null
  }
  return {
    ...state,
    problem: state.errors['form'] ?? null,
    errorOf,
    set: form.set,
    note: form.note,
    submit,
    reset: (values: Values = initial) => form.begin(values),
    props: {
      ref,
      noValidate: true,
      onSubmit(event: SubmitEvent<HTMLFormElement>) {
        event.preventDefault()
        // React tells the form around a dialog too, which isn't meant.
        event.stopPropagation()
        submit()
      },
    },
    field: <Name extends Named<Values, string>>(name: Name) => ({
      name,
      value: state.values[name] as string,
      error: errorOf(name),
      onChange: ({ target }: ChangeEvent<{ value: string }>) => setOne(name, target.value),
    }),
    box: <Name extends Named<Values, boolean>>(name: Name) => ({
      name,
      checked: state.values[name] as boolean,
      error: errorOf(name),
      onChange: ({ target }: ChangeEvent<{ checked: boolean }>) => setOne(name, target.checked),
    }),
  }
}

/** What was typed, or filled in by the browser, before the page's script ran. */
function typedBefore<Values extends object>(form: HTMLFormElement | null, values: Values): Partial<Values> {
  const typed: Record<string, unknown> = {}
  for (const element of form?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea') ??
    []) {
    if (!(element.name in values)) continue
    if (element instanceof HTMLInputElement && element.type === 'checkbox') {
      if (element.checked !== element.defaultChecked) typed[element.name] = element.checked
    } else if (element.value !== element.defaultValue) typed[element.name] = element.value
  }
  return typed as Partial<Values>
}
